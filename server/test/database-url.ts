import type pg from 'pg';

/** The address of a test database, for processes of their own. */
export const databaseUrlOf = ({ connectionString, host, port, user, password, database }: pg.ClientConfig) =>
  connectionString ??
  `postgres://${encodeURIComponent(String(user))}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
