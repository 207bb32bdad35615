-- What the daily comparison of stored rows with the audit record found.
create table record_check (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  is_intact boolean not null,
  chain jsonb not null,
  results jsonb not null
);
comment on column record_check.chain is 'Sentences about the chain of events.';
comment on column record_check.results is 'What was compared, kind by kind, with how much of it differs and where.';

-- Databases that are new get the page with the other built-in rows.
insert into menu (pid, type, title, component_name, component, menu_sort, path, icon, permission, cache)
select pid, 1, '记录核对', 'RecordCheck', 'record-check/index', menu_sort + 1, '/system/record-check', 'safety', 'log:list', true
from menu where component_name = 'LoginLog'
on conflict do nothing;
insert into role_menu (role_id, menu_id)
select role_id, page.id from role_menu, menu as page, menu as sister
where role_menu.menu_id = sister.id and sister.component_name = 'LoginLog' and page.component_name = 'RecordCheck'
on conflict do nothing;
