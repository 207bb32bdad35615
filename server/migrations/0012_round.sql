-- The external review: draws of experts, who reviews what, and the opinions.

create table review_round (
  cycle_id bigint primary key references cycle,
  closed_at timestamptz,
  closed_by bigint,
  released_at timestamptz,
  version integer not null default 0,
  update_by text,
  update_time timestamptz not null default now(),
  check (released_at is null or closed_at is not null)
);
comment on table review_round is 'How far the external review (送审) of a cycle is: closed when its results are computed, released when schools and applicants may read them.';
comment on column review_round.closed_by is 'No foreign key: what was done outlives the account.';

-- Megabytes are counted once, on writing, not on each reading.
create function count_roster(roster text) returns jsonb immutable language sql as $$
  select jsonb_build_object('files', jsonb_array_length(roster -> 'files'), 'experts', jsonb_array_length(roster -> 'experts'),
      'conflicts', jsonb_array_length(roster -> 'conflicts'),
      'places', (select coalesce(sum((file ->> 'need')::integer), 0) from jsonb_array_elements(roster -> 'files') as file))
    from (select count_roster.roster::jsonb as roster) as parsed where parsed.roster is not null
$$;
create function count_result(result text) returns jsonb immutable language sql as $$
  select jsonb_build_object('filled', jsonb_array_length(result -> 'pairs'), 'unfilled', (result ->> 'unfilled')::integer)
    from (select count_result.result::jsonb as result) as parsed where parsed.result is not null
$$;

create table draw (
  id bigint generated always as identity primary key,
  cycle_id bigint not null references cycle,
  no integer not null,
  plan jsonb not null,
  state text not null default 'planned' check (state in ('planned', 'frozen', 'drawn', 'released', 'aborted')),
  office_commit text,
  office_by bigint,
  office_secret text,
  supervisor_commit text,
  supervisor_by bigint,
  supervisor_secret text,
  roster text,
  roster_hash text,
  counts jsonb generated always as (count_roster(roster)) stored,
  seed text,
  result text,
  result_hash text,
  outcome jsonb generated always as (count_result(result)) stored,
  problem text,
  version integer not null default 0,
  update_by text,
  create_by text,
  create_time timestamptz not null,
  update_time timestamptz not null default now(),
  unique (cycle_id, no),
  check ((roster is null) = (roster_hash is null)),
  check ((result is null) = (result_hash is null)),
  check (office_secret is null or roster is not null),
  check (supervisor_secret is null or roster is not null),
  check (result is null or (seed is not null and office_secret is not null)),
  check (office_by <> supervisor_by)
);
comment on table draw is 'A draw of experts (抽取) with all that is needed to replay it: plan, hashes of the secret numbers, frozen roster, opened numbers, result.';
comment on column draw.office_commit is 'SHA-256 of the number that the office keeps secret until the roster is frozen; the supervisor has one of his own.';
comment on column draw.roster is 'What is drawn from, as canonical JSON: files, experts, conflicts, rules. Names stand in none of it.';
comment on column draw.counts is 'How much stands in the roster.';
comment on column draw.outcome is 'How much stands in the result.';
comment on column draw.seed is 'SHA-256 of both numbers, the hash of the roster and the cycle.';
comment on column draw.problem is 'Why the computation failed; null while it did not.';
create unique index draw_open on draw (cycle_id) where state in ('planned', 'frozen', 'drawn');

-- Commitments, rosters, numbers and results are written once.
create function refuse_second_writing_of_draw() returns trigger language plpgsql as $$
begin
  if (old.cycle_id, old.no, old.create_by) is distinct from (new.cycle_id, new.no, new.create_by)
    or (old.office_commit is not null and (old.office_commit, old.office_by) is distinct from (new.office_commit, new.office_by))
    or (old.supervisor_commit is not null
      and (old.supervisor_commit, old.supervisor_by) is distinct from (new.supervisor_commit, new.supervisor_by))
    or (old.office_secret is not null and old.office_secret is distinct from new.office_secret)
    or (old.supervisor_secret is not null and old.supervisor_secret is distinct from new.supervisor_secret)
    or (old.roster is not null and (old.roster, old.roster_hash) is distinct from (new.roster, new.roster_hash))
    or (old.result is not null and (old.seed, old.result, old.result_hash) is distinct from (new.seed, new.result, new.result_hash))
    or (old.roster is not null and old.plan is distinct from new.plan)
  then
    raise exception 'draw % cannot be written again', old.id;
  end if;
  return new;
end $$;
create trigger draw_once before update on draw for each row execute function refuse_second_writing_of_draw();
create trigger draw_kept before delete or truncate on draw for each statement execute function refuse_change();

create table draw_file (
  draw_id bigint not null references draw,
  project_id bigint not null,
  need integer not null,
  primary key (draw_id, project_id)
);
comment on table draw_file is 'The files of a frozen roster, so that lists need not read its megabytes; the roster is what holds.';
comment on column draw_file.project_id is 'No foreign key: it is what the roster says.';
create function keep_files_of_draw() returns trigger language plpgsql as $$
begin
  insert into draw_file (draw_id, project_id, need)
    select new.id, (file ->> 'id')::bigint, (file ->> 'need')::integer
    from jsonb_array_elements(new.roster::jsonb -> 'files') as file;
  return null;
end $$;
create trigger draw_files after insert on draw for each row when (new.roster is not null) execute function keep_files_of_draw();
create trigger draw_files_frozen after update on draw for each row
  when (old.roster is null and new.roster is not null) execute function keep_files_of_draw();

create table draw_step (
  draw_id bigint not null references draw,
  no integer not null check (no > 0),
  kind text not null check (kind in ('change', 'solve', 'sheet', 'undo', 'lapse')),
  undoes integer,
  changes jsonb not null,
  inputs jsonb,
  reason text not null,
  actor_id bigint,
  at timestamptz not null,
  primary key (draw_id, no),
  unique (draw_id, undoes),
  foreign key (draw_id, undoes) references draw_step,
  check ((kind = 'undo') = (undoes is not null)),
  check (inputs is null or kind = 'solve')
);
comment on table draw_step is 'What was changed of the result of a draw before its release, one row for each step that can be taken back. The result itself stays as it was computed.';
comment on column draw_step.undoes is 'The step that this one takes back; each once.';
comment on column draw_step.changes is 'By file and slot who goes and who comes, so that the reverse undoes it.';
comment on column draw_step.inputs is 'What the rest was solved again from, so that anybody can repeat it: pairs that stood, conflicts and loads since the roster was frozen.';
comment on column draw_step.actor_id is 'Null where it was nobody. No foreign key: what was done outlives the account.';
create trigger draw_step_append_only before update or delete or truncate on draw_step for each statement execute function refuse_change();

create table draw_run (
  draw_id bigint not null references draw,
  kind text not null check (kind in ('compute', 'solve', 'repeat')),
  task_id bigint not null,
  is_cancelled boolean not null default false,
  answer jsonb,
  primary key (draw_id, kind)
);
comment on table draw_run is 'The newest background computation of each kind at a draw: its result, the rest solved again to be looked at, the share that chance decided.';
comment on column draw_run.task_id is 'No foreign key: tasks are cleaned up before draws.';
comment on column draw_run.answer is 'What it came to; null while it runs and where it failed.';

create table assignment (
  -- Random, so that numbers reveal neither a count nor neighbours; below 2^53.
  id bigint primary key default ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint,
  cycle_id bigint not null references cycle,
  project_id bigint not null references project,
  expert_id bigint not null references expert,
  draw_id bigint references draw,
  slot integer not null check (slot > 0),
  state text not null default 'proposed' check (state in ('proposed', 'released', 'accepted', 'reviewing', 'submitted',
    'returned', 'locked', 'declined', 'recused', 'expired', 'replaced', 'dropped')),
  parts jsonb not null,
  match integer generated always as ((parts ->> 'match')::numeric::integer) stored,
  by_hand text,
  is_fixed boolean not null default false,
  replaces_id bigint references assignment,
  released_at timestamptz,
  due_at timestamptz,
  accepted_at timestamptz,
  submitted_at timestamptz,
  total integer,
  answer text check (answer in ('agree', 'disagree', 'A', 'B', 'C', 'D')),
  ended_reason text,
  reminded_on date,
  version integer not null default 0,
  update_by text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  check (state in ('proposed', 'dropped') or released_at is not null)
);
comment on table assignment is 'One expert at one file (送审分配).';
comment on column assignment.slot is 'Which of the places of the file; a replacement takes the slot of whom it replaces.';
comment on column assignment.parts is 'What the pair is worth and why: match, ring, rating, load, conflict, noise, total in 1/100 point.';
comment on column assignment.match is 'Of the parts, so that the round is summed up from an index.';
comment on column assignment.by_hand is 'Why somebody set it and not the draw; null where the draw did.';
comment on column assignment.total is 'The points of the opinion as it was last handed in, and in answer its conclusion or grade: what boards and figures count, so that they read no opinion.';
comment on column assignment.is_fixed is 'The office keeps this pair when the rest of a draw is solved again; of no meaning once it is released.';
comment on column assignment.ended_reason is 'Why the expert does not review it after all, or why it was returned to him.';
create unique index assignment_slot on assignment (project_id, slot)
  where state not in ('declined', 'recused', 'expired', 'replaced', 'dropped');
create unique index assignment_pair on assignment (project_id, expert_id)
  where state not in ('declined', 'recused', 'expired', 'replaced', 'dropped');
create index assignment_expert on assignment (expert_id, cycle_id) include (released_at);
create index assignment_cycle on assignment (cycle_id, state);
create index assignment_board on assignment (cycle_id, project_id) include (expert_id, state, due_at, total, answer, match);
create index assignment_project on assignment (project_id, slot);
create index assignment_due on assignment (due_at) where state in ('released', 'accepted', 'reviewing', 'returned');
create index assignment_draw on assignment (draw_id);

-- Open pages of those who watch a round look again when something in it moved.
create function notify_round() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhiping', 'round:' || cycle_id) from (select distinct cycle_id from changed) as cycles;
  return null;
end $$;
create trigger assignment_added after insert on assignment referencing new table as changed
  for each statement execute function notify_round();
create trigger assignment_moved after update on assignment referencing new table as changed
  for each statement execute function notify_round();

create index conflict_block on conflict (cycle_id, project_id, expert_id) where effective = 'block';
create index project_in_review on project (cycle_id, no) include (id, state, school_id, person_id, bag_no)
  where state in ('eligible', 'inExternalReview', 'externalPassed', 'externalFailed');

-- The last line against a conflict that a program overlooks.
create function refuse_conflicting_assignment() returns trigger language plpgsql as $$
begin
  if new.state in ('proposed', 'released', 'accepted', 'reviewing') and has_blocking_conflict(new.project_id, new.expert_id) then
    raise exception 'expert % has a blocking conflict at application %', new.expert_id, new.project_id
      using errcode = 'check_violation', constraint = 'assignment_conflict';
  end if;
  return new;
end $$;
create trigger assignment_conflict before insert or update of state, project_id, expert_id on assignment
  for each row execute function refuse_conflicting_assignment();

create table review (
  assignment_id bigint primary key references assignment,
  opinion jsonb not null,
  rule_version integer not null,
  version integer not null default 0,
  saved_at timestamptz not null,
  hash text,
  seconds integer not null default 0 check (seconds >= 0)
);
comment on table review is 'The opinion of an expert as it stands: points, texts, conclusion.';
comment on column review.rule_version is 'Of the rules of the cycle, with the form that it was written in.';
comment on column review.hash is 'SHA-256 of the canonical JSON of what was submitted; null while it is not.';
comment on column review.seconds is 'How long the expert had it open, in seconds.';

create table review_revision (
  assignment_id bigint not null references review,
  version integer not null,
  opinion jsonb not null,
  client text not null,
  saved_at timestamptz not null,
  primary key (assignment_id, version)
);
comment on table review_revision is 'Every state of an opinion that reached the server.';
comment on column review_revision.client is 'The tab that saved it, as it calls itself.';
create trigger review_revision_append_only before update or delete or truncate on review_revision
  for each statement execute function refuse_change();

create table review_reading (
  assignment_id bigint not null references assignment,
  material_id bigint not null references project_material,
  page integer not null check (page > 0),
  is_read boolean not null,
  seen_at timestamptz not null,
  primary key (assignment_id, material_id)
);
comment on table review_reading is 'Where an expert stopped reading a file, and whether he has read it.';

create table external_result (
  project_id bigint primary key references project,
  cycle_id bigint not null references cycle,
  outcome text not null check (outcome in ('pass', 'fail')),
  asked integer not null,
  returned integer not null,
  disagreed integer not null,
  message text not null,
  rule_version integer not null,
  computed_at timestamptz not null
);
comment on table external_result is 'What the opinions on an application come to by the rule of the cycle, computed when the round is closed. The application moves when it is released.';
create index external_result_cycle on external_result (cycle_id, outcome);

alter table commitment_signature add column cycle_id bigint references cycle;
comment on column commitment_signature.cycle_id is 'The cycle in which an expert signed; null where it is for an application.';
create index commitment_signature_cycle on commitment_signature (user_id, cycle_id) where cycle_id is not null;
