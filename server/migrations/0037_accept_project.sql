-- What two persons decide on eligibility waits like every other such act. Proposals that wait are asked for anew.
alter table eligibility_check add column confirmation_id bigint references confirmation;
comment on column eligibility_check.confirmation_id is 'The request that the one who decided has confirmed; null where one person decides.';
comment on column eligibility_check.step is 'Proposed and disputed are of the time before requests to a second person.';
delete from message_text where code = 'staff.proposed';

-- Databases that are new get the button with the other built-in rows.
insert into menu (pid, type, title, menu_sort, permission)
select id, 2, '复核判定资格合格', 78, 'confirm:acceptProject' from menu where permission = 'confirmation:list'
on conflict do nothing;
-- Who decides on eligibility has accepted proposals of others so far; with the page where they confirm now and the directories above.
with recursive page as (
  select id, pid from menu where permission in ('confirmation:list', 'confirm:acceptProject')
  union select above.id, above.pid from menu as above join page on page.pid = above.id
)
insert into role_menu (role_id, menu_id)
select held.role_id, page.id from role_menu as held join menu on menu.id = held.menu_id, page
where menu.permission = 'project:decide'
on conflict do nothing;
