-- The office decides about each part of a profile by itself: one wish per part instead of one for all.

drop index uk_expert_change_waiting;
alter table expert_change add column part text check (part in ('basic', 'unit', 'subjects', 'contact'));

with part_of (field, part) as (
  values ('name', 'basic'), ('gender', 'basic'), ('birthDate', 'basic'), ('titleSeries', 'basic'), ('titleLevel', 'basic'),
    ('titleName', 'basic'), ('schoolId', 'unit'), ('department', 'unit'), ('subjects', 'subjects'), ('phone', 'contact'),
    ('email', 'contact')
), split as (
  select change.id, part_of.part, jsonb_object_agg(wish.key, wish.value) as form,
    row_number() over (partition by change.id order by part_of.part) as number
  from expert_change change cross join jsonb_each(change.form) as wish join part_of on part_of.field = wish.key
  group by change.id, part_of.part
), added as (
  insert into expert_change (expert_id, form, status, requested_at, decided_at, decided_by, reason, part)
  select change.expert_id, split.form, status, requested_at, decided_at, decided_by, reason, split.part
  from split join expert_change change using (id) where number > 1
)
update expert_change set form = split.form, part = split.part
from split where split.id = expert_change.id and number = 1;

delete from expert_change where part is null;
alter table expert_change alter column part set not null;
create unique index uk_expert_change_waiting on expert_change (expert_id, part) where status = 'waiting';
