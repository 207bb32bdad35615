-- The number last proved by a code. Only there a code may replace a password: entering another number into the account
-- gives no access.
alter table sys_user add column proven_phone text;
