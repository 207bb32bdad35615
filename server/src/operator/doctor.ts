import type pg from 'pg';
import { ConfigError } from '../config.ts';
import { createDb, createPool } from '../platform/database/db.ts';
import { isOtherSchema, OTHER_SCHEMA } from '../platform/database/other-schema.ts';
import { withClient } from '../setup-database.ts';
import { type Check, checks, type Database, type Finding, type Installation } from './doctor-checks.ts';

export type Line = Finding & { name: string };

const reasonOf = (error: unknown): string => {
  if (error instanceof ConfigError) return error.problems.join('；');
  return isOtherSchema(error) ? OTHER_SCHEMA : (error as Error).message;
};

/** Lines of settings that cannot be read: nothing else can be looked at. */
export const settingLines = (error: ConfigError): Line[] =>
  error.problems.map((words) => ({ name: '设置', level: '错误', words }));

const run = async (check: Check, installation: Installation, database: Database | null): Promise<Line> => {
  const { name } = check;
  try {
    if (check.needs === 'settings') return { name, ...(await check.run(installation)) };
    if (!database) return { name, level: '注意', words: '数据库没有打开，没有检查' };
    return { name, ...(await check.run({ ...installation, ...database })) };
  } catch (error) {
    return { name, level: '错误', words: reasonOf(error) };
  }
};

/** Looks at everything, or at what a start looks at. One check after the other, so that they wait for no connection. */
export const diagnose = async (
  installation: Installation,
  database: Database | null,
  { isStart = false } = {},
): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const check of checks)
    if (!isStart || check.isOfStart) lines.push(await run(check, installation, database));
  return lines;
};

/** The same from the settings alone: opens the database, and says why that fails. */
export const diagnoseAll = async (
  installation: Installation,
  connect: () => Promise<{ connection: pg.ClientConfig; close: () => Promise<void> }>,
): Promise<Line[]> => {
  let opened: Awaited<ReturnType<typeof connect>>;
  try {
    opened = await connect();
  } catch (error) {
    return withoutDatabase(installation, error);
  }
  const pool = createPool(opened.connection, 1);
  try {
    const look = (client: pg.ClientBase) => diagnose(installation, { client, db: createDb(pool) });
    return await withClient(opened.connection, look);
  } catch (error) {
    return withoutDatabase(installation, error);
  } finally {
    await pool.end();
    await opened.close();
  }
};

const withoutDatabase = async (installation: Installation, error: unknown): Promise<Line[]> => {
  const lines = await diagnose(installation, null);
  return lines.map((line) =>
    line.name === '数据库' ? { ...line, level: '错误', words: reasonOf(error) } : line,
  );
};

const NAME_WIDTH = 5;

export const printed = ({ level, name, words }: Line): string =>
  `${level.padEnd(2, '　')}　${name.padEnd(NAME_WIDTH, '　')}　${words}`;

export const hasFault = (lines: readonly Line[]): boolean => lines.some(({ level }) => level === '错误');
