-- No order of steps dodges a conflict: a unit taken out of a record stays a former one, a pin on a warning does not hold against a
-- later block, and an assignment keeps the facts of its creation.

-- Schools changed leave a former unit since 0033; so do posts in the register of teachers and stays of the employment record.
alter table expert_former_unit alter column unit_id drop not null, add column unit_name text check (unit_name <> ''),
  add constraint expert_former_unit_named check (num_nonnulls(unit_id, unit_name) > 0);
comment on table expert_former_unit is 'Units that records named an expert at until a day. Written by trigger alone.';
comment on column expert_former_unit.unit_name is 'As it was written in the employment record; null where the register named it.';
comment on column expert_former_unit.left_on is 'When the record changed; or the end that it named before, where that is earlier.';

create function keep_former_post() returns trigger language plpgsql as $$
begin
  insert into expert_former_unit (expert_id, unit_id, left_on)
    select expert.id, old.school_id, (now() at time zone 'Asia/Shanghai')::date from expert
    where expert.person_id = old.person_id and not exists (select from teacher
      where teacher.person_id = old.person_id and teacher.school_id = old.school_id);
  return null;
end $$;
create trigger teacher_former_unit after update of school_id, person_id or delete on teacher for each row
  execute function keep_former_post();

create function keep_posts_of_former_person() returns trigger language plpgsql as $$
begin
  insert into expert_former_unit (expert_id, unit_id, left_on)
    select new.id, school_id, (now() at time zone 'Asia/Shanghai')::date from teacher where person_id = old.person_id
    except select new.id, school_id, (now() at time zone 'Asia/Shanghai')::date from teacher where person_id = new.person_id;
  return null;
end $$;
create trigger expert_former_person after update of person_id on expert for each row
  when (old.person_id is distinct from new.person_id) execute function keep_posts_of_former_person();

-- The record is replaced as a whole, so it is compared when the transaction ends. Rows change only where schools are merged.
create function keep_former_stay() returns trigger language plpgsql as $$
begin
  insert into expert_former_unit (expert_id, unit_id, unit_name, left_on)
    select old.expert_id, old.org_id, old.org_name,
      least((now() at time zone 'Asia/Shanghai')::date, make_date(old.to_year, 12, 31))
    from expert where expert.id = old.expert_id and not exists (select from expert_affiliation as still
      where still.expert_id = old.expert_id
        and (still.org_id = old.org_id or (old.org_id is null and still.org_name = old.org_name))
        and coalesce(still.to_year, 9999) >= coalesce(old.to_year, 9999));
  return null;
end $$;
create constraint trigger expert_affiliation_former after delete on expert_affiliation
  deferrable initially deferred for each row execute function keep_former_stay();

-- A unit that is moved to another school takes its experts along.
create function keep_school_above() returns trigger language plpgsql as $$
begin
  insert into expert_former_unit (expert_id, unit_id, left_on)
    with recursive moved (id) as (
      select new.id
      union
      select dept.id from moved join dept on dept.pid = moved.id
    ), today (day) as (select (now() at time zone 'Asia/Shanghai')::date)
    select expert.id, old.pid, day from today, expert where school_id in (select id from moved)
    union
    select expert.id, old.pid, day from today, teacher join expert on expert.person_id = teacher.person_id
      where teacher.school_id in (select id from moved)
    union
    select expert_id, old.pid, least(day, make_date(to_year, 12, 31)) from today, expert_affiliation
      where org_id in (select id from moved);
  return null;
end $$;
create trigger dept_former_unit after update of pid on dept for each row
  when (old.pid is distinct from new.pid and old.pid not in (1, 30, 12350089)) execute function keep_school_above();

-- The pin of one person on a warning does not hold against a later block, nor that of two against a block for another reason.
alter table conflict add column lifted_evidence text;
comment on column conflict.lifted_evidence is 'The evidence of the computed block that two persons lifted. With other evidence it blocks again.';
update conflict set lifted_evidence = evidence
where severity = 'block' and pinned in ('warn', 'none') and (
  exists (select from confirmation where act = 'liftConflict' and object_id = conflict.id and confirmation.state = 'confirmed')
  -- Pins of one person from before two were needed hold where the pair was released already.
  or exists (select from assignment where assignment.project_id = conflict.project_id
    and assignment.expert_id = conflict.expert_id and released_at is not null)
  or exists (select from cycle where cycle.id = conflict.cycle_id and cycle.state in ('closed', 'archived')));
alter table conflict drop column effective;
alter table conflict add column effective text generated always as (
  case when severity = 'block' and lifted_evidence is distinct from evidence then 'block' else coalesce(pinned, severity) end) stored;
comment on column conflict.effective is 'What holds.';
create index conflict_warn on conflict (cycle_id, id) where effective = 'warn';
create index conflict_block on conflict (cycle_id, project_id, expert_id) where effective = 'block';

-- Where the records name experts at a moment. Of many at once: a draw has thousands.
create function units_of_experts(ids bigint[]) returns table (expert_id bigint, units jsonb) language sql stable as $$
  select expert.id, jsonb_build_object('school', expert.school_id, 'posts', coalesce(posts.found, '[]'), 'stays', coalesce(stays.found, '[]'))
  from expert
    left join (select own.id, jsonb_agg(teacher.school_id order by teacher.school_id) as found
      from expert as own join teacher on teacher.person_id = own.person_id
      where own.id = any(ids) group by own.id) as posts on posts.id = expert.id
    left join (select stay.expert_id as id, jsonb_agg(jsonb_build_object('orgId', org_id, 'orgName', org_name,
          'fromYear', from_year, 'toYear', to_year) order by org_name, from_year, to_year, org_id) as found
      from expert_affiliation as stay where stay.expert_id = any(ids) group by stay.expert_id) as stays on stays.id = expert.id
  where expert.id = any(ids)
$$;

create table assignment_basis (
  assignment_id bigint primary key references assignment on delete cascade,
  units jsonb not null,
  school_id bigint not null,
  conflicts jsonb not null
);
comment on table assignment_basis is 'Facts of the expert and the application when an assignment was made. Each release judges them again with the facts of that moment. Written by trigger alone.';
comment on column assignment_basis.units is 'Where the records named the expert: units_of_experts.';
comment on column assignment_basis.school_id is 'Of the application. No foreign key: it is read by the register of the day.';
comment on column assignment_basis.conflicts is 'The conflicts of the pair with the decisions of people on them.';

create function keep_basis() returns trigger language plpgsql as $$
begin
  insert into assignment_basis (assignment_id, units, school_id, conflicts)
    select added.id, now.units, project.school_id,
      coalesce((select jsonb_agg(jsonb_build_object('id', conflict.id, 'kind', kind, 'severity', severity, 'effective', effective,
          'liftedEvidence', lifted_evidence, 'evidence', evidence) order by kind)
        from conflict where conflict.project_id = added.project_id and conflict.expert_id = added.expert_id), '[]')
    from added join project on project.id = added.project_id
      join units_of_experts(array(select distinct added.expert_id from added)) as now on now.expert_id = added.expert_id;
  return null;
end $$;
create trigger assignment_basis after insert on assignment referencing new table as added
  for each statement execute function keep_basis();
create trigger assignment_basis_kept before update on assignment_basis for each statement execute function refuse_change();
-- Of assignments that wait for their release, as far as it can still be known.
insert into assignment_basis (assignment_id, units, school_id, conflicts)
  select assignment.id, now.units, project.school_id, '[]'
  from assignment join project on project.id = project_id
    join units_of_experts(array(select distinct expert_id from assignment where state = 'proposed')) as now using (expert_id)
  where assignment.state = 'proposed';

-- Where a cycle allows it, two persons recommend against the vote of the department, with a reason. An act of a school is confirmed
-- at the school, else by its supervising body, else by the office.
alter table confirmation add column school_id bigint references dept;
comment on column confirmation.school_id is 'The school whose act it is: another of its officers confirms, else its supervising body, else the office. Null for acts of the office.';
-- A merger of schools moves it, also in what was answered.
create or replace function refuse_second_answer() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - 'school_id' = to_jsonb(new) - 'school_id' then
    return new;
  end if;
  if old.state <> 'waiting'
    or (old.act, old.object, old.object_id, old.object_version, old.cycle_id, old.input, old.summary, old.reason, old.asked_by, old.asked_at)
      is distinct from (new.act, new.object, new.object_id, new.object_version, new.cycle_id, new.input, new.summary, new.reason, new.asked_by, new.asked_at) then
    raise exception 'a confirmation is answered once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

alter table project_recommendation add column confirmation_id bigint references confirmation,
  drop constraint project_recommendation_meeting,
  add constraint project_recommendation_meeting check (num_nonnulls(expected, held_on, place) in (0, 3)
    and (expected is null or (expected >= present and place <> '' and (in_favour * 2 > present) = (confirmation_id is null))));
comment on column project_recommendation.confirmation_id is 'By whom and why it was recommended against the vote.';

-- Databases that are new get the button with the other built-in rows.
insert into menu (pid, type, title, menu_sort, permission)
select id, 2, '复核例外推荐', 76, 'confirm:recommendException' from menu where permission = 'confirmation:list'
on conflict do nothing;
with recursive page as (
  select id, pid from menu where permission in ('confirmation:list', 'confirm:recommendException')
  union select above.id, above.pid from menu as above join page on page.pid = above.id
)
insert into role_menu (role_id, menu_id)
select role.id, page.id from role, page
where (role.id = 3 and role.name = '评审办') or (role.id = 9 and role.name = '学校职称管理员')
on conflict do nothing;
