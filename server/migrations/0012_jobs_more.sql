-- The outbox grows with the office: what is searched in it has an index, and so has its state.

create index outbox_search on outbox using gin (lower(recipient || ' ' || coalesce(subject, '')) gin_trgm_ops);
create index outbox_status on outbox (status, create_time desc, id desc);
