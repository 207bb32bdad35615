-- Where a cycle says so, the office reads who has which blind file only with the consent of a second person (decision 0053).

alter table cycle add column mapping_consent boolean not null default false;
comment on column cycle.mapping_consent is 'Whether the experts of blind files are named to the office only with the consent of a second person, until results are published.';

create table mapping_consent (
  id bigint generated always as identity primary key,
  cycle_id bigint not null references cycle,
  reason text not null check (reason <> ''),
  asked_by bigint not null,
  asked_at timestamptz not null,
  decided_by bigint,
  decided_at timestamptz,
  is_agreed boolean,
  note text,
  valid_until timestamptz,
  check (decided_by <> asked_by),
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (is_agreed is null)),
  check (coalesce(is_agreed, false) = (valid_until is not null))
);
comment on table mapping_consent is 'Who asked to read the experts of blind files of a cycle, why, and who agreed or not. Each reading under it is an audit event.';
comment on column mapping_consent.asked_by is 'No foreign key, as of decided_by: what was done outlives the account.';
comment on column mapping_consent.valid_until is 'Until when whoever asked reads; set where it was agreed.';
create unique index mapping_consent_open on mapping_consent (cycle_id, asked_by) where decided_at is null;
create index mapping_consent_cycle on mapping_consent (cycle_id, id);
create function refuse_second_decision() returns trigger language plpgsql as $$
begin
  if old.decided_at is not null or new.asked_by <> old.asked_by or new.cycle_id <> old.cycle_id or new.reason <> old.reason then
    raise exception 'a consent is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger mapping_consent_once before update on mapping_consent for each row execute function refuse_second_decision();
create trigger mapping_consent_kept before delete or truncate on mapping_consent for each statement execute function refuse_change();

-- Databases that are new get the button with the other built-in rows.
insert into menu (pid, type, title, menu_sort, permission)
select id, 2, '同意查看专家与材料的对应', coalesce((select max(menu_sort) from menu as sister where sister.pid = menu.id), 0) + 1, 'review:consent'
from menu where component_name = 'Assignment'
on conflict do nothing;

insert into role_menu (role_id, menu_id)
select role.id, menu.id from role, menu
where role.id = 3 and role.name = '评审办' and menu.permission = 'review:consent'
on conflict do nothing;
