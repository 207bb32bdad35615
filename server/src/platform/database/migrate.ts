import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const directory = new URL('../../../migrations/', import.meta.url);

/** Two processes that start together take turns; the number is only ours. */
const MIGRATION_LOCK = 7_304_119;

/** Before the first release the files were others; a database that they made cannot be brought to these. */
export class EarlierBuildError extends Error {
  constructor() {
    super(
      '数据库由正式发布前的早期版本建立，不能升级到此版本；其中的数据没有改动。请用新的空数据库启动（更换 DATABASE_URL，或更换 DATA_DIR）。',
    );
  }
}

/** A migration that cannot be made, such as without the right to make tables; the database is as before it. */
export class MigrationError extends Error {}

/** Whether migrations of these names were made by a build before the first release. */
export const isOfEarlierBuild = async (names: readonly string[]) => {
  const [first] = await sqlMigrations();
  return names.some((name) => /^\d/.test(name)) && !names.includes(first!);
};

/** A step after the SQL files that needs code, recorded like a file. */
export type Step = { name: string; run: (client: pg.ClientBase) => Promise<void> };

/**
 * Bring the database up to date: every SQL file in order of its name, then the steps, each once, each in its own
 * transaction, under an advisory lock. With `only`, just those of these names, as a restore needs it. Returns the names of
 * what was applied now.
 */
export const migrate = async (
  client: pg.ClientBase,
  steps: Step[] = [],
  only?: string[],
): Promise<string[]> => {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const names = await findApplied(client);
    if (await isOfEarlierBuild(names)) throw new EarlierBuildError();
    await client.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    );
    const done = new Set(names);
    const applied: string[] = [];
    for (const step of [...(await sqlSteps()), ...steps]) {
      if (done.has(step.name) || only?.includes(step.name) === false) continue;
      await apply(client, step);
      applied.push(step.name);
    }
    return applied;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  }
};

/** Names of files and steps that the database does not have yet; changes nothing. */
export const findMissing = async (client: pg.ClientBase, steps: readonly Step[]): Promise<string[]> => {
  const done = new Set(await findApplied(client));
  return [...(await sqlSteps()), ...steps].map(({ name }) => name).filter((name) => !done.has(name));
};

/** Names of migrations in the database that this version does not have: a newer one made them. */
export const findUnknown = async (client: pg.ClientBase): Promise<string[]> => {
  const known = new Set(await sqlMigrations());
  const names = await findApplied(client);
  if (await isOfEarlierBuild(names)) return [];
  return names.filter((name) => /^\d/.test(name) && !known.has(name));
};

const findApplied = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    "select to_regclass('migration') is not null as exists",
  );
  if (!tables[0]?.exists) return [];
  const { rows } = await client.query<{ name: string }>('select name from migration');
  return rows.map((row) => row.name);
};

/** Names of the SQL migrations that this version has. */
export const sqlMigrations = async () => (await sqlSteps()).map((step) => step.name);

const sqlSteps = async (): Promise<Step[]> => {
  const names = (await readdir(fileURLToPath(directory))).filter((name) => name.endsWith('.sql')).toSorted();
  return names.map((name) => ({
    name: name.replace('.sql', ''),
    run: async (client) => {
      await client.query(await readFile(new URL(name, directory), 'utf8'));
    },
  }));
};

const apply = async (client: pg.ClientBase, step: Step) => {
  await client.query('begin');
  try {
    await step.run(client);
    await client.query('insert into migration (name) values ($1)', [step.name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(`数据库升级 ${step.name} 失败：${(error as Error).message}`, { cause: error });
  }
};
