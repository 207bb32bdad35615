-- The public registers that every session reads tell all nodes when they change, as `register:<table>`.

create function notify_register() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhiping', 'register:' || tg_table_name);
  return null;
end $$;

create trigger subject_register after insert or update or delete or truncate on subject
  for each statement execute function notify_register();
create trigger dict_register after insert or update or delete or truncate on dict
  for each statement execute function notify_register();
create trigger dict_detail_register after insert or update or delete or truncate on dict_detail
  for each statement execute function notify_register();
