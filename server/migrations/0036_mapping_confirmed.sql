-- To read the experts of blind projects is an act that a second person confirms like any other. The log keeps who asked and
-- who agreed before; a consent lasted two hours.
drop table mapping_consent;
drop function refuse_second_decision();

update menu set permission = 'confirm:readMapping', title = '复核查看专家与材料的对应', menu_sort = 79,
  pid = coalesce((select id from menu as page where page.permission = 'confirmation:list' order by id limit 1), pid)
where permission = 'review:consent';
-- Where they confirm now, with the directories above.
with recursive page as (
  select id, pid from menu where permission = 'confirmation:list'
  union select above.id, above.pid from menu as above join page on page.pid = above.id
)
insert into role_menu (role_id, menu_id)
select held.role_id, page.id from role_menu as held join menu on menu.id = held.menu_id, page
where menu.permission = 'confirm:readMapping'
on conflict do nothing;
