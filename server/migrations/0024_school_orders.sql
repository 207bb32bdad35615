-- Schools are sorted by code and state through their departments; both ends need the key behind the value.
create index school_code on school (code, dept_id);
create index dept_enabled on dept (enabled, id);
