alter table rule_set add column confirmation_id bigint references confirmation;
comment on column rule_set.confirmation_id is 'The request that a second person confirmed; null for the first version, and for those from before.';
-- Rules of a published cycle decide results: changing them takes two persons.
-- Databases that are new get the button with the other built-in rows.
insert into menu (pid, type, title, menu_sort, permission)
select id, 2, '复核修改已发布的批次', 77, 'confirm:changeRules' from menu where permission = 'confirmation:list'
on conflict do nothing;
-- Who edits cycles has changed them so far; with the page where they confirm now and the directories above.
with recursive page as (
  select id, pid from menu where permission in ('confirmation:list', 'confirm:changeRules')
  union select above.id, above.pid from menu as above join page on page.pid = above.id
)
insert into role_menu (role_id, menu_id)
select held.role_id, page.id from role_menu as held join menu on menu.id = held.menu_id, page
where menu.permission = 'cycle:edit'
on conflict do nothing;
