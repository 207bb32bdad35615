-- Experts ask for more time; the office extends or says why not. One request waits per expert and cycle.
create table extension_request (
  id bigint generated always as identity primary key,
  cycle_id bigint not null references cycle on delete cascade,
  expert_id bigint not null references expert on delete cascade,
  reason text not null,
  asked_at timestamptz not null,
  answer text check (answer in ('granted', 'refused')),
  note text,
  answered_by bigint,
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
comment on table extension_request is 'Requests of experts for more time in a cycle, and the answers of the office.';
comment on column extension_request.note is 'Why it was refused, as the expert reads it.';
comment on column extension_request.answered_by is 'No foreign key: what was done outlives the account.';
create unique index extension_request_waiting on extension_request (cycle_id, expert_id) where answer is null;
create index extension_request_expert on extension_request (expert_id, cycle_id, id);
alter table cycle add column office_phone text;
comment on column cycle.office_phone is 'Telephone of the office for experts; null where none is given.';
