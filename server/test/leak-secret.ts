import { sql } from 'kysely';
import type { Db } from '../src/platform/database/db.ts';
import type { TestServer } from './harness.ts';
import type { MarkName } from './leak-marks.ts';
import type { Reader } from './leak-readers.ts';
import type { World } from './leak-world.ts';

export type Column = `${string}.${string}`;
export type Secret = {
  name: string;
  marks: MarkName[];
  /** Who may know it; nobody unless told. */
  knows?: (reader: Reader) => boolean;
  /** Where the marks stand: spelled otherwise in the other world. */
  columns?: Column[];
  /** What else is otherwise there. */
  change?: (server: TestServer, world: World) => Promise<unknown>;
};

export const can =
  (...permissions: string[]) =>
  (reader: Reader) =>
    permissions.some((permission) => reader.holds(permission));
/** Whoever is on no file any more. */
export const removePlaces = async (db: Db, expertId: number) => {
  const places = sql`(select id from assignment where expert_id = ${expertId})`;
  await sql`delete from review_revision where assignment_id in ${places}`.execute(db);
  await sql`delete from review where assignment_id in ${places}`.execute(db);
  await sql`delete from assignment where expert_id = ${expertId}`.execute(db);
};
