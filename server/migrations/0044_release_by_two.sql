-- A result that was changed by hand is released by two persons, and an expert chosen afterwards confirmed by a second:
-- one alone could choose the experts of a draw. Databases that are new get the buttons with the other built-in rows.
insert into menu (pid, type, title, menu_sort, permission)
select menu.id, 2, button.title, button.sort, button.permission from menu, (values
  ('复核发布人工调整的结果', 78, 'confirm:releaseDraw'),
  ('复核送审后换人', 79, 'confirm:changeExpert')
) as button (title, sort, permission)
where menu.permission = 'confirmation:list'
on conflict do nothing;
with recursive page as (
  select id, pid, permission as gives from menu where permission in ('confirm:releaseDraw', 'confirm:changeExpert')
  union select above.id, above.pid, page.gives from menu as above join page on page.pid = above.id
)
insert into role_menu (role_id, menu_id)
select distinct role.id, page.id from role, page
where (role.id = 3 and role.name = '评审办') or (role.id = 4 and role.name = '监督员' and gives = 'confirm:releaseDraw')
on conflict do nothing;

-- Draws tell who changed the pool and its conflicts before their roster was frozen.
create index audit_event_pool on audit_event (at) where entity in ('expert', 'declared_relation', 'conflict');
