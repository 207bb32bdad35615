-- Entries of dictionaries are edited by several people like everything else.
alter table dict_detail add column version integer not null default 0, add column update_by text;
