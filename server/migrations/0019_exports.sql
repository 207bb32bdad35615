-- Exports that are made in the background: the finished file waits a day for the person who asked for it.
create table export_file (
  task_id bigint primary key references task on delete cascade,
  name text not null,
  sha256 text not null,
  bytes bigint not null,
  whole boolean not null default false,
  create_time timestamptz not null default now()
);
comment on column export_file.whole is 'Set in the transaction that ends the task; before that the content may be missing.';

-- Stock clients of the eladmin family show states by these names.
insert into dict (name, description) values
  ('user_status', '用户状态'), ('dept_status', '部门状态'), ('job_status', '岗位状态')
on conflict do nothing;
insert into dict_detail (dict_id, label, value, dict_sort)
select d.id, v.label, v.value, v.sort
from dict d
join (values
  ('user_status', '激活', 'true', 1), ('user_status', '禁用', 'false', 2),
  ('dept_status', '启用', 'true', 1), ('dept_status', '停用', 'false', 2),
  ('job_status', '启用', 'true', 1), ('job_status', '停用', 'false', 2)
) as v (name, label, value, sort) on v.name = d.name
on conflict do nothing;
