-- A result that was changed by hand is released by two persons: one alone could choose the experts of a draw.
-- Databases that are new get the button with the other built-in rows.
insert into menu (pid, type, title, menu_sort, permission)
select id, 2, '复核发布人工调整的结果', 78, 'confirm:releaseDraw' from menu where permission = 'confirmation:list'
on conflict do nothing;
with recursive page as (
  select id, pid from menu where permission in ('confirmation:list', 'confirm:releaseDraw')
  union select above.id, above.pid from menu as above join page on page.pid = above.id
)
insert into role_menu (role_id, menu_id)
select role.id, page.id from role, page
where (role.id = 3 and role.name = '评审办') or (role.id = 4 and role.name = '监督员')
on conflict do nothing;
