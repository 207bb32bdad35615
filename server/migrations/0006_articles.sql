-- Articles written in the product: drafts, an end of publication, versions, and who has read what.

-- A draft has no time of publication, so no reader can see it.
alter table article
  alter column published_at drop not null,
  add column ends_at timestamptz,
  add column version integer not null default 0,
  add column update_by text,
  add constraint article_window check (ends_at > published_at);

-- With its last role gone an article would be for everybody, so a role that is an audience stays.
alter table article_role drop constraint article_role_role_id_fkey;
alter table article_role add constraint article_role_role_id_fkey foreign key (role_id) references role;
create index article_role_role on article_role (role_id);

create table article_version (
  article_id bigint not null references article on delete cascade,
  version integer not null,
  type text not null,
  title text not null,
  body text not null,
  published_at timestamptz,
  ends_at timestamptz,
  saved_by text,
  saved_at timestamptz not null,
  primary key (article_id, version)
);
comment on table article_version is 'Every saved state of an article, written by trigger so that no code can forget to.';

insert into article_version (article_id, version, type, title, body, published_at, saved_at)
select id, version, type, title, body, published_at, update_time from article;

create function keep_article_version() returns trigger language plpgsql as $$
begin
  insert into article_version (article_id, version, type, title, body, published_at, ends_at, saved_by, saved_at)
  values (new.id, new.version, new.type, new.title, new.body, new.published_at, new.ends_at, new.update_by, new.update_time);
  return null;
end $$;
create trigger article_version_insert after insert on article for each row execute function keep_article_version();
create trigger article_version_update after update on article for each row
  when (new.version <> old.version) execute function keep_article_version();

create table article_read (
  article_id bigint not null references article on delete cascade,
  user_id bigint not null references sys_user on delete cascade,
  read_at timestamptz not null default now(),
  primary key (article_id, user_id)
);
create index article_read_user on article_read (user_id);
comment on table article_read is 'When somebody first opened an article.';

insert into menu (id, pid, type, title, component_name, component, menu_sort, path, icon, permission, i_frame, cache) values
  (90, 4, 1, '公告管理', 'ArticleAdmin', 'article-admin/index', 65, 'article', 'notification', 'article:list', false, true),
  (91, 90, 2, '公告新增', null, null, 1, null, null, 'article:add', false, false),
  (92, 90, 2, '公告编辑', null, null, 2, null, null, 'article:edit', false, false),
  (93, 90, 2, '公告删除', null, null, 3, null, null, 'article:del', false, false);
insert into role_menu (role_id, menu_id) select 2, id from menu where id between 90 and 93;
insert into role_menu (role_id, menu_id) select 3, id from menu where id = 4 or id between 90 and 93;
