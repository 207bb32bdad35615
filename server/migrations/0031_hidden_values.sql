create table hidden_value_check (
  user_id bigint not null references sys_user on delete cascade,
  day date not null default current_date,
  subject text not null,
  count integer not null,
  primary key (user_id, day, subject)
);
comment on table hidden_value_check is 'How often somebody learned on a day that a value which he may not read is taken, and how often he wrote values that look alike under their mask.';
