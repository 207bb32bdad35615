-- A computation of conflicts that failed for good or was cancelled leaves old ones behind: nothing may rely on them.
alter table conflict_run add column problem text;
comment on column conflict_run.problem is 'Why the last computation that was asked for did not end; null where it did. Kept here, since ended work is cleared away.';
