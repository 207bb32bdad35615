import pg from 'pg';

const FORBIDDEN = '42501';

/**
 * Drop a database that may still be in use. An ordinary role may end its own sessions but not a process of PostgreSQL
 * that happens to clean up the same database; a drop without force asks that one to leave, and waits.
 */
export const dropDatabase = async (client: pg.Client, name: string) => {
  try {
    await client.query(`drop database ${name} with (force)`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== FORBIDDEN) throw error;
    await client.query(`drop database ${name}`);
  }
};
