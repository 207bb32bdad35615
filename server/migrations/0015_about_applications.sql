-- Messages refer to their project.

alter table notification add column project_id bigint references project;
comment on column notification.project_id is 'The application that it is about, where it is about one.';
create index notification_project on notification (project_id, id) where project_id is not null;

alter table outbox add column project_id bigint references project;
comment on column outbox.project_id is 'The application that it is about, where it is about one.';
create index outbox_project on outbox (project_id, id) where project_id is not null;
