-- Refused text that is still missing: a hand cut off in one file and whole in another is stored and not listed.
create or replace view open_rejects as
select
    files.path,
    rejected.line,
    rejected.kind,
    rejected.reason,
    rejected.site,
    rejected.site_hand_no,
    rejected.file_id,
    rejected.line_from,
    rejected.line_to,
    rejected.text
from rejected
join files using (file_id)
where
    rejected.kind <> 'incomplete'
    or not exists (
        select 1 from hands where hands.site = rejected.site and hands.site_hand_no = rejected.site_hand_no
    )
order by rejected.file_id, rejected.line_from;

comment on view open_rejects is 'Refused text whose hand is not stored from another file either, with the path of its file';
comment on column open_rejects.path is 'File';
comment on column open_rejects.line is 'Line at fault';
comment on column open_rejects.kind is 'unreadable (not this format), incomplete (cut off), impossible (breaks the rules) or cancelled (by the room)';
comment on column open_rejects.reason is 'What is wrong and what was expected';
comment on column open_rejects.site is 'Room, if readable';
comment on column open_rejects.site_hand_no is 'The room''s number of the hand, if readable';
comment on column open_rejects.file_id is 'File';
comment on column open_rejects.line_from is 'First line refused';
comment on column open_rejects.line_to is 'Last line refused';
comment on column open_rejects.text is 'The text';
