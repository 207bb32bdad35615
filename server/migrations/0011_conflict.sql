-- Conflicts of interest (回避): which expert must not, or should not, review which application, and why (decision 0051).

create table declared_relation (
  id bigint generated always as identity primary key,
  expert_id bigint not null references expert on delete cascade,
  kind text not null check (kind in ('advisor', 'relative', 'unit', 'other')),
  name text check (name <> ''),
  unit text check (unit <> ''),
  reason text not null check (reason <> ''),
  declared_by text not null check (declared_by in ('expert', 'office')),
  version integer not null default 0,
  update_by text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  check (case kind when 'unit' then name is null and unit is not null else name is not null end)
);
comment on table declared_relation is 'With whom an expert must not be brought together, as he or the office declared. What applicants ask for stands in their forms.';
comment on column declared_relation.unit is 'As it is written; it is looked up in the register when conflicts are computed.';
create index declared_relation_expert on declared_relation (expert_id, id);

create table conflict (
  id bigint generated always as identity primary key,
  cycle_id bigint not null,
  project_id bigint not null references project,
  expert_id bigint not null references expert on delete cascade,
  kind text not null check (kind in ('self', 'sameUnit', 'formerUnit', 'jointWork', 'advisor', 'relative', 'declared', 'request')),
  severity text check (severity in ('block', 'warn')),
  evidence text not null check (evidence <> ''),
  source text not null check (source in ('register', 'history', 'works', 'expert', 'office', 'applicant')),
  pinned text check (pinned in ('block', 'warn', 'none')),
  pin_reason text check (pin_reason <> ''),
  pinned_by bigint,
  pinned_at timestamptz,
  computed_at timestamptz not null,
  effective text generated always as (coalesce(pinned, severity)) stored,
  constraint conflict_pair unique (project_id, expert_id, kind),
  check (coalesce(pinned, severity) is not null),
  check ((pinned is null) = (pin_reason is null) and (pinned is null) = (pinned_at is null)),
  check (kind <> 'self' or pinned is distinct from 'none')
);
comment on table conflict is 'An expert and an application that do not go together, or should rather not, once for each kind of reason. That whoever applies in a cycle reviews nothing in it is no row: has_blocking_conflict knows it.';
comment on column conflict.cycle_id is 'That of the application, which never changes; a second check of a million rows would only cost.';
comment on column conflict.severity is 'As it was computed; null: nothing speaks for it any more, only the decision of a person keeps it.';
comment on column conflict.source is 'Where the evidence comes from.';
comment on column conflict.pinned is 'What a person decided instead of what was computed. It outlives every computation.';
comment on column conflict.pinned_by is 'No foreign key: what was done outlives the account.';
comment on column conflict.computed_at is 'When it was found, or last found otherwise.';
comment on column conflict.effective is 'What holds.';
create index conflict_expert on conflict (expert_id, id);
create index conflict_cycle on conflict (cycle_id, id);
create index conflict_kind on conflict (cycle_id, kind, id);
create index conflict_warn on conflict (cycle_id, id) where effective = 'warn';
create index conflict_pinned on conflict (cycle_id, id) where pinned is not null;

-- The last line before an assignment: it does not trust what was computed where the database itself knows.
create function has_blocking_conflict(project bigint, expert bigint) returns boolean language sql stable as $$
  select exists (select from conflict
      where conflict.project_id = $1 and conflict.expert_id = $2 and conflict.effective = 'block')
    or exists (select from project as asked
      join project as own on own.cycle_id = asked.cycle_id and own.no is not null and own.state <> 'withdrawn'
      join expert on expert.person_id = own.person_id
      where asked.id = $1 and expert.id = $2)
$$;
comment on function has_blocking_conflict is 'Whether an expert must not review an application: a conflict that blocks, after the decisions of people; or he applies in the same cycle himself.';

create table conflict_source (
  project_id bigint primary key references project,
  cycle_id bigint not null references cycle,
  name text not null,
  facts jsonb not null,
  keys text[] not null
);
comment on table conflict_source is 'What of an application, as it was last handed in, may speak against experts. Made from its snapshot, and made anew with every computation.';
comment on column conflict_source.name is 'Of the applicant, as lists show it: the facts are long.';
comment on column conflict_source.keys is 'Units, names, works and the person, so that the applications which one expert has to do with are found at once.';
create index conflict_source_cycle on conflict_source (cycle_id, project_id);
create index conflict_source_keys on conflict_source using gin (keys);

create table conflict_run (
  cycle_id bigint primary key references cycle,
  task_id bigint,
  is_cancelled boolean not null default false,
  computed_at timestamptz,
  rule_version integer,
  projects integer not null default 0,
  experts integer not null default 0
);
comment on table conflict_run is 'The last computation of all conflicts of a cycle, and the one that runs.';
comment on column conflict_run.task_id is 'The background work that was last asked for. No foreign key: ended work is cleared away.';
comment on column conflict_run.computed_at is 'As of when the last whole computation holds; null: there was none.';

create unlogged table conflict_found (
  task_id bigint not null,
  project_id bigint not null,
  expert_id bigint not null,
  kind text not null,
  severity text not null,
  evidence text not null,
  source text not null
);
comment on table conflict_found is 'What a computation has found so far. It becomes conflicts all at once when the computation ends; one that was interrupted goes on behind the last application in it.';
create index conflict_found_task on conflict_found (task_id, project_id);

create table conflict_due (
  id bigint generated always as identity primary key,
  cycle_id bigint,
  project_id bigint,
  expert_id bigint
);
comment on table conflict_due is 'What changed and is to be computed anew: an application, an expert, a cycle, or everything where nothing is named. Written by triggers, so that no way of changing something is forgotten.';

create function ask_for_conflicts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'project' then
    insert into conflict_due (project_id) values (new.id);
    -- A submission also has facts about the expert that the applicant may be.
    insert into conflict_due (expert_id) select id from expert where person_id = new.person_id;
  elsif tg_table_name = 'project_snapshot' then
    insert into conflict_due (project_id) values (new.project_id);
    insert into conflict_due (expert_id) select expert.id from expert join project on project.person_id = expert.person_id
      where project.id = new.project_id;
  elsif tg_table_name = 'expert' then
    insert into conflict_due (expert_id) values (new.id);
  elsif tg_table_name = 'teacher' then
    insert into conflict_due (expert_id)
      select id from expert where person_id in (old.person_id, new.person_id);
  elsif tg_table_name = 'cycle' then
    insert into conflict_due (cycle_id) values (new.id);
  elsif tg_table_name in ('dept', 'school') then
    insert into conflict_due default values;
  elsif tg_op = 'DELETE' then
    insert into conflict_due (expert_id) values (old.expert_id);
  else
    insert into conflict_due (expert_id) values (new.expert_id);
  end if;
  perform pg_notify('zhiping', 'task:');
  return null;
end $$;
create trigger project_conflicts after update of state, person_id, school_id on project for each row
  when ((old.state, old.person_id, old.school_id) is distinct from (new.state, new.person_id, new.school_id))
  execute function ask_for_conflicts();
create trigger project_snapshot_conflicts after insert on project_snapshot for each row
  execute function ask_for_conflicts();
create trigger expert_conflicts_insert after insert on expert for each row execute function ask_for_conflicts();
create trigger expert_conflicts after update of name, person_id, school_id, department on expert for each row
  when ((old.name, old.person_id, old.school_id, old.department) is distinct from (new.name, new.person_id, new.school_id, new.department))
  execute function ask_for_conflicts();
create trigger expert_affiliation_conflicts after insert or delete on expert_affiliation for each row
  execute function ask_for_conflicts();
create trigger expert_subject_conflicts after insert or delete on expert_subject for each row
  execute function ask_for_conflicts();
create trigger declared_relation_conflicts after insert or update or delete on declared_relation for each row
  execute function ask_for_conflicts();
create trigger teacher_conflicts after insert or update of person_id, school_id or delete on teacher for each row
  execute function ask_for_conflicts();
create trigger cycle_conflicts after update of rule_version on cycle for each row
  when (old.rule_version is distinct from new.rule_version and old.rule_version is not null)
  execute function ask_for_conflicts();
create trigger school_conflicts after update of merged_into on school for each row
  when (old.merged_into is distinct from new.merged_into) execute function ask_for_conflicts();
-- Below the roots of the register stand the institutions; names of their units do not matter here.
create trigger dept_conflicts after update of name, pid on dept for each row
  when (old.pid is distinct from new.pid or (old.name <> new.name and new.pid in (30, 12350089)))
  execute function ask_for_conflicts();
