-- An expert who has a project already keeps it when a conflict comes up, until the office decides: a refusal of their own
-- steps would tell them what the conflict is about.
create or replace function refuse_conflicting_assignment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.state in ('released', 'accepted', 'reviewing', 'submitted', 'returned')
    and (old.project_id, old.expert_id) = (new.project_id, new.expert_id) then
    return new;
  end if;
  if new.state in ('proposed', 'released', 'accepted', 'reviewing') and has_blocking_conflict(new.project_id, new.expert_id) then
    raise exception 'expert % has a blocking conflict at application %', new.expert_id, new.project_id
      using errcode = 'check_violation', constraint = 'assignment_conflict';
  end if;
  return new;
end $$;

-- A number that anybody may write into an account is no property of it: "already taken" told who has an account. It belongs to the
-- account whose owner last proved it by a code.
drop index uk_user_phone;
create index sys_user_phone on sys_user (phone);
update sys_user set proven_phone = null where proven_phone is distinct from phone;
create unique index uk_user_proven_phone on sys_user (proven_phone);
comment on column sys_user.phone is 'As it was entered, by whomever; several accounts may have it. Codes go there.';
comment on column sys_user.proven_phone is 'The number that the owner proved by a code, of one account only.';

-- The same objection of the same person is one. Those that were stored several times before stay, numbered.
alter table objection add column repeats integer not null default 0;
update objection set repeats = earlier.count from (
  select id, row_number() over (partition by publicity_id, project_id, name, md5(regexp_replace(content, '\s', '', 'g')) order by id) - 1 as count from objection
) as earlier where earlier.id = objection.id and earlier.count > 0;
create unique index objection_once on objection (publicity_id, project_id, name, md5(regexp_replace(content, '\s', '', 'g')), repeats);

-- Numbers that count up beside a project, while the log names who acted in the same order, would tell who reviews it.
alter table material_report alter column id drop identity;
alter table material_report alter column id
  set default ('x' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12))::bit(48)::bigint;
