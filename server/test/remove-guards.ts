/**
 * Takes away all triggers and foreign keys of a test's own database, as the owner of its tables can, to play a change
 * past the program or to prepare rows without those they belong to.
 */
export const removeGuards = async (client: { query: (statement: string) => Promise<unknown> }) => {
  await client.query(`do $$
    declare
      one record;
    begin
      for one in select conrelid::regclass as place, conname from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace
      loop
        execute format('alter table %s drop constraint %I', one.place, one.conname);
      end loop;
      for one in select oid::regclass as place from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop
        execute format('alter table %s disable trigger user', one.place);
      end loop;
    end $$`);
};
