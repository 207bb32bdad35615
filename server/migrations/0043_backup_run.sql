-- Runs of npm run backup, for the monitor page and the metrics; deleted with the old logs.
create table backup_run (
  id bigint generated always as identity primary key,
  archive text not null,
  started_at timestamptz not null,
  bytes bigint,
  files integer,
  missing integer not null default 0,
  problem text,
  create_time timestamptz not null,
  check ((problem is null) = (bytes is not null) and (bytes is null) = (files is null))
);
comment on column backup_run.archive is 'Name of the file, without its folder.';
comment on column backup_run.files is 'Number of files in the archive.';
comment on column backup_run.missing is 'Number of files that rows need and the store had lost.';
comment on column backup_run.problem is 'Why the run failed; null: it did not.';
comment on column backup_run.create_time is 'When the run ended.';
