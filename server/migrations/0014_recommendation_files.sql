create table recommendation_file (
  id bigint generated always as identity primary key,
  project_id bigint not null references project,
  recommendation_id bigint references project_recommendation,
  name text not null,
  format text not null,
  sha256 text not null,
  source_sha256 text,
  bytes bigint not null,
  pages integer,
  whole boolean not null default false,
  added_by bigint not null,
  create_time timestamptz not null
);
comment on table recommendation_file is 'What a school adds to its recommendation: minutes, the sheet of the vote. For those who check, never for the applicant or for blind readers.';
comment on column recommendation_file.recommendation_id is 'Null until it is recommended with it; what never is goes after a day.';
comment on column recommendation_file.source_sha256 is 'Of the file as it came: one that ran or carried something is kept without it.';
comment on column recommendation_file.whole is 'False while the content is still on its way to the store.';
comment on column recommendation_file.added_by is 'No foreign key: what was done outlives the account.';
create index recommendation_file_recommendation on recommendation_file (recommendation_id);
create index recommendation_file_project on recommendation_file (project_id);
create index recommendation_file_content on recommendation_file (sha256);
