alter table outbox add column message_id uuid not null default gen_random_uuid();
comment on column outbox.message_id is 'Under which an e-mail goes out however often it is sent; another one in every installation.';
