-- The supervising body (主管部门) of a school may check what its schools report, before the office does (逐级审核).

alter table cycle add column body_closes_at timestamptz;
comment on column cycle.body_closes_at is 'Until when supervising bodies check what their schools report; without it reports go to the office at once.';

alter table school add column body_id bigint references dept;
comment on column school.body_id is 'The unit whose officers check what this school reports; the name of its 主管部门 in the register is department.';
create index school_body on school (body_id) where body_id is not null;
-- It decides which projects an account reads.
create trigger school_body_version after update on school for each row when (old.body_id is distinct from new.body_id)
  execute function raise_data_version('access');

alter table project drop constraint project_check_step_check,
  add constraint project_check_step_check check (check_step in ('college', 'school', 'body'));
comment on column project.check_step is 'Who has it in hand while it is handed in; of what is reported, whether it waits for the supervising body.';
