import pg from 'pg';

const FORBIDDEN = '42501';

/**
 * Drop a database that may still be in use. An ordinary role may end its own sessions but not a process of PostgreSQL
 * that happens to clean up the same database; a drop without force asks that one to leave, and waits.
 */
export const dropDatabase = async (client: pg.Client, name: string): Promise<void> => {
  const database = pg.escapeIdentifier(name);
  try {
    await client.query(`drop database if exists ${database} with (force)`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== FORBIDDEN) throw error;
    await client.query(`drop database if exists ${database}`);
  }
};

/** Another database of the same server. */
export const databaseOf = (server: pg.ClientConfig, database: string): pg.ClientConfig => {
  if (!server.connectionString) return { ...server, database };
  // Not every address of PostgreSQL is a URL: the host may be missing where it is a directory.
  const [, start = '', query = ''] =
    /^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(server.connectionString) ?? [];
  return { ...server, connectionString: `${start}/${encodeURIComponent(database)}${query}` };
};
