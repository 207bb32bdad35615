-- The number at which the owner of an account last proved himself by a code. Only there may a code stand in for a password:
-- whoever writes another number into the account gets nothing by it.
alter table sys_user add column proven_phone text;
