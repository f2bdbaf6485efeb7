-- Not every log numbers its hands once for the whole room.

alter table hands add column series varchar;

comment on column hands.series is 'What the number is unique within, where it is not within the site: of PHH a digest of the text; else null';
comment on column hands.hand_id is 'Key of the hand, the same in every database: made of site, site_hand_no and series';
