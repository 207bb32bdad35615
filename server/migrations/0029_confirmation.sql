-- Acts that need a second person wait here until another one confirms them.
create table confirmation (
  id bigint generated always as identity primary key,
  act text not null,
  object text not null,
  object_id bigint not null,
  object_version integer,
  cycle_id bigint references cycle,
  input jsonb not null,
  summary text not null,
  link text not null,
  reason text not null check (reason <> ''),
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'refused', 'withdrawn', 'lapsed')),
  asked_by bigint not null,
  asked_name text not null,
  asked_at timestamptz not null,
  lapses_at timestamptz not null,
  answered_by bigint,
  answered_name text,
  answered_at timestamptz,
  note text,
  check (answered_by <> asked_by),
  check ((state in ('confirmed', 'refused')) = (answered_by is not null)),
  check ((answered_by is null) = (answered_name is null) and (state = 'waiting') = (answered_at is null))
);
comment on table confirmation is 'Who asked for an act that one person alone may not do, why, and who confirmed it.';
comment on column confirmation.object is 'The table of the row that the act changes.';
comment on column confirmation.object_version is 'Of the row when it was asked for; where the row has changed since, nobody confirms; null where rows have no version and the act compares its input.';
comment on column confirmation.input is 'Parameters of the act, which is done in the transaction that confirms it.';
comment on column confirmation.summary is 'What is asked for, in the words shown to the second person.';
comment on column confirmation.asked_by is 'No foreign key, as of answered_by: what was done outlives the account.';
create unique index confirmation_waiting on confirmation (act, object_id) where state = 'waiting';
create index confirmation_object on confirmation (object, object_id, id);
create index confirmation_asked on confirmation (asked_at desc, id desc);
create index confirmation_lapses on confirmation (lapses_at) where state = 'waiting';

create function refuse_second_answer() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting'
    or (old.act, old.object, old.object_id, old.object_version, old.cycle_id, old.input, old.summary, old.reason, old.asked_by, old.asked_at)
      is distinct from (new.act, new.object, new.object_id, new.object_version, new.cycle_id, new.input, new.summary, new.reason, new.asked_by, new.asked_at) then
    raise exception 'a confirmation is answered once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger confirmation_once before update on confirmation for each row execute function refuse_second_answer();
create trigger confirmation_kept before delete or truncate on confirmation for each statement execute function refuse_change();

-- An opinion that two persons took out of the count (conflict or breach found) ends its assignment and stays readable.
alter table assignment add column exclusion_id bigint references confirmation;
comment on column assignment.exclusion_id is 'By whom and why the opinion was taken out of the count.';
alter table assignment drop constraint assignment_state_check,
  add constraint assignment_state_check check (state in ('proposed', 'released', 'accepted', 'reviewing', 'submitted', 'returned',
    'locked', 'declined', 'recused', 'expired', 'replaced', 'dropped', 'excluded')),
  drop constraint assignment_counted,
  add constraint assignment_counted check (case when is_counted
    then state in ('reviewing', 'submitted', 'returned', 'locked', 'excluded') else state not in ('submitted', 'locked', 'excluded') end),
  add constraint assignment_exclusion check ((state = 'excluded') = (exclusion_id is not null));
-- Entries on experts count once a second person has confirmed them; older ones count as before.
alter table integrity_record add column is_waiting boolean not null default false;
comment on column integrity_record.is_waiting is 'Whether it waits for a second person and does not count yet.';

-- A term of its own outlives every move of the end of the review.
alter table assignment add column own_due_at timestamptz;
comment on column assignment.own_due_at is 'The due date that this expert alone was given: extended, begun late or returned; null where the end of the review is meant.';
update assignment set own_due_at = due_at from cycle
  where cycle.id = cycle_id and due_at is distinct from review_closes_at and assignment.state in ('released', 'accepted', 'reviewing', 'returned');

drop index assignment_slot;
create unique index assignment_slot on assignment (project_id, slot)
  where state not in ('declined', 'recused', 'expired', 'replaced', 'dropped', 'excluded');
drop index assignment_pair;
create unique index assignment_pair on assignment (project_id, expert_id)
  where state not in ('declined', 'recused', 'expired', 'replaced', 'dropped', 'excluded');

-- Databases that are new get the page with the other built-in rows.
insert into menu (pid, type, title, component_name, component, menu_sort, path, icon, permission, cache)
select id, 1, '双人复核', 'Confirmation', 'confirmation/index',
  coalesce((select max(menu_sort) from menu as sister where sister.pid = menu.id), 0) + 10, 'confirmation', 'safety',
  'confirmation:list', true
from menu where path = 'review' and pid is null
on conflict do nothing;
insert into menu (pid, type, title, menu_sort, permission)
select menu.id, 2, button.title, position * 10, button.permission
from menu, (values (1, '复核剔除评审意见', 'confirm:excludeOpinion'), (2, '复核提前截止', 'confirm:bringForward'),
  (3, '复核解除回避', 'confirm:liftConflict'),
  (4, '复核专家失信记录', 'confirm:recordBreach'), (5, '复核中止抽取', 'confirm:abortDraw'),
  (6, '复核提前结束送审', 'confirm:closeRound'), (7, '复核更正姓名或证件', 'confirm:correctTeacher'),
  (8, '评审办只有一人时代为复核', 'confirm:alone'))
  as button (position, title, permission)
where menu.permission = 'confirmation:list'
on conflict do nothing;
insert into role_menu (role_id, menu_id)
select role.id, menu.id from role, menu
where (role.id = 3 and role.name = '评审办' and (menu.permission = 'confirmation:list' or menu.permission like 'confirm:%' and menu.permission <> 'confirm:alone'))
  or (role.id = 4 and role.name = '监督员' and menu.permission in ('confirmation:list', 'confirm:abortDraw', 'confirm:alone'))
on conflict do nothing;

-- The meeting of the department belongs to its vote; older recommendations have only the figures.
alter table project_recommendation add column expected integer, add column held_on date, add column place text,
  add constraint project_recommendation_meeting check (num_nonnulls(expected, held_on, place) in (0, 3)
    and (expected is null or (expected >= present and in_favour * 2 > present and place <> '')));
comment on column project_recommendation.expected is 'How many members the meeting has (应到); present is how many came (实到).';
