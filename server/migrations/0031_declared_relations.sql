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
