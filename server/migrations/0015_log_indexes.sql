-- Found by bench/logs.ts at a million rows: searching the error log read all of it, and so did looking for what is rare.
create index error_log_search on error_log using gin (lower(path || ' ' || message) gin_trgm_ops);
create index operation_log_refused on operation_log (create_time desc, id desc) where status >= 400;
create index login_log_failed on login_log (create_time desc, id desc) where not succeeded;
