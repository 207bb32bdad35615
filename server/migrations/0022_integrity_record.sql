-- The register of breaches (诚信档案): who is on record may not apply, review or do title work for three years.
create table integrity_record (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  name text not null check (name <> ''),
  role text not null check (role in ('applicant', 'expert', 'staff')),
  since date not null,
  reason text not null check (reason <> ''),
  basis text not null check (basis <> ''),
  version integer not null default 0,
  update_by text,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  -- A record that is sent twice is one.
  constraint integrity_record_key unique (person_id, role, since)
);
comment on column integrity_record.role is 'As what somebody broke the rules: only that is closed to him.';
comment on column integrity_record.basis is 'The decision that found it.';
create index integrity_record_since on integrity_record (since desc, id desc);

-- Databases that are new get the page with the other built-in rows.
with page as (
  insert into menu (pid, type, title, component_name, component, menu_sort, icon, path, permission)
  select pid, 1, '诚信档案', 'Integrity', 'integrity/index', menu_sort, 'audit', 'integrity', 'integrity:list'
  from menu where permission = 'conflict:list' and type = 1
  on conflict do nothing returning id
), button as (
  insert into menu (pid, type, title, menu_sort, permission)
  select id, 2, '失信记录登记与撤销', 1, 'integrity:edit' from page
  on conflict do nothing returning id
)
insert into role_menu (role_id, menu_id)
select role.id, added.id from role, (select id from page union all select id from button) as added
where role.id = 3 and role.name = '评审办'
on conflict do nothing;
