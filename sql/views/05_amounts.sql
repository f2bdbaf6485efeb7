-- An amount as people write it: 0.5, 100, without zeros that say nothing.

create or replace macro amount_text(amount) as rtrim(rtrim(amount::varchar, '0'), '.');
