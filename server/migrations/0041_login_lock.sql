-- One row a failed sign-in; it counts for its name at its address, for its name, and for its address.
delete from login_failure;
drop index login_failure_subject;
alter table login_failure drop column kind, drop column subject, add column username text, add column address text not null;
comment on column login_failure.username is 'As it was typed, in lower case; null once a success, a reset or an administrator has forgiven it.';
comment on column login_failure.address is 'The network of the caller; it is not forgiven, or one known account would hide attempts on all others.';
create index login_failure_username on login_failure (username, at) where username is not null;
create index login_failure_address on login_failure (address, at);
