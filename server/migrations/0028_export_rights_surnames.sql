-- A finished export is read by whoever asked for it as long as he may still see all that it holds.
alter table export_file
  add column dept_scope bigint[],
  add column permissions text[],
  add column roles bigint[];
comment on column export_file.dept_scope is 'Departments that its owner could see when it was made; null: all of them.';
comment on column export_file.permissions is 'What its owner could do when it was made; null: nobody knows, so it is not handed out.';
comment on column export_file.roles is 'Roles of its owner when it was made.';

-- Surnames that are read otherwise than their characters usually are: who has one is found by both readings from now on,
-- and whoever has a dot in his name with it and without.
create temp table surname (written text, usual text, usual_initials text, reading text, initials text) on commit drop;
insert into surname values
  ('单', 'dan', 'd', 'shan', 's'),
  ('於', 'wu', 'w', 'yu', 'y'),
  ('郗', 'chi', 'c', 'xi', 'x'),
  ('都', 'dou', 'd', 'du', 'd'),
  ('曾', 'ceng', 'c', 'zeng', 'z'),
  ('查', 'cha', 'c', 'zha', 'z'),
  ('盖', 'gai', 'g', 'ge', 'g'),
  ('区', 'qu', 'q', 'ou', 'o'),
  ('句', 'ju', 'j', 'gou', 'g'),
  ('仇', 'chou', 'c', 'qiu', 'q'),
  ('解', 'jie', 'j', 'xie', 'x'),
  ('乐', 'le', 'l', 'yue', 'y'),
  ('朴', 'pu', 'p', 'piao', 'p'),
  ('员', 'yuan', 'y', 'yun', 'y'),
  ('召', 'zhao', 'z', 'shao', 's'),
  ('繁', 'fan', 'f', 'po', 'p'),
  ('折', 'zhe', 'z', 'she', 's'),
  ('缪', 'miu', 'm', 'miao', 'm'),
  ('能', 'neng', 'n', 'nai', 'n'),
  ('薄', 'bao', 'b', 'bo', 'b'),
  ('郄', 'xi', 'x', 'qie', 'q'),
  ('尉迟', 'weichi', 'wc', 'yuchi', 'yc'),
  ('万俟', 'wansi', 'ws', 'moqi', 'mq'),
  ('澹台', 'dantai', 'dt', 'tantai', 'tt'),
  ('单于', 'chanyu', 'cy', 'shanyu', 'sy');

create function pg_temp.found_by(name text, search_text text) returns text language sql stable as $$
  with word as (select * from unnest(string_to_array(search_text, ' ')) as word),
    own as (select * from surname where name like written || '%')
  select search_text || coalesce(string_agg(' ' || added, '' order by added), '')
  from (
    select reading || substr(word, length(usual) + 1) from own, word where word ~ ('^' || usual || '[a-z]+$')
    union
    select initials || substr(word, length(usual_initials) + 1) from own, word
    where word ~ ('^' || usual_initials || '[a-z]{' || length(name) - length(written) || '}$')
    union
    select part from unnest(string_to_array(replace(search_text, '·', '') || ' ' || replace(search_text, '·', ' '), ' ')) as part
    where name like '%·%' and part <> ''
    except
    select word from word
  ) as more (added)
$$;
update expert set search_text = pg_temp.found_by(name, search_text)
where name like '%·%' or exists (select from surname where name like written || '%');
update teacher set search_text = pg_temp.found_by(name, search_text)
where name like '%·%' or exists (select from surname where name like written || '%');
