-- A change of an expert's school leaves the former one for the rule of former units, whoever makes it: moved away and back, an expert
-- is not free for a project of their school in between.
create table expert_former_unit (
  id bigint generated always as identity primary key,
  expert_id bigint not null references expert on delete cascade,
  unit_id bigint not null references dept,
  left_on date not null
);
comment on table expert_former_unit is 'Schools that an expert was registered at until a day. Written by trigger alone.';
create index expert_former_unit_expert on expert_former_unit (expert_id);
create index expert_former_unit_unit on expert_former_unit (unit_id);
create function keep_former_unit() returns trigger language plpgsql as $$
begin
  insert into expert_former_unit (expert_id, unit_id, left_on)
    values (new.id, old.school_id, (now() at time zone 'Asia/Shanghai')::date);
  return null;
end $$;
create trigger expert_former_unit after update of school_id on expert for each row
  when (old.school_id is not null and old.school_id is distinct from new.school_id) execute function keep_former_unit();
