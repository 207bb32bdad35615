create table draw_why (
  draw_id bigint not null references draw,
  project_id bigint not null references project,
  task_id bigint not null,
  base text not null,
  asked bigint[] not null,
  answer jsonb,
  primary key (draw_id, project_id)
);
comment on table draw_why is 'Why a file of a draw has the experts it has and not others: the newest answer for each file, kept so that it is computed once.';
comment on column draw_why.task_id is 'No foreign key: tasks are cleaned up before draws.';
comment on column draw_why.base is 'The last step of the result, its fixed pairs and the experts of the file when it was asked; another one makes the answer outdated.';
comment on column draw_why.asked is 'Experts who were asked for by name, told of beside the best matches.';
comment on column draw_why.answer is 'Null while it is computed and where that failed.';
