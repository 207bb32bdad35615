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
  /** Readers who may know it; none by default. */
  knows?: (reader: Reader) => boolean;
  /** Where the marks stand: spelled otherwise in the other world. */
  columns?: Column[];
  /** Further differences of the other world. */
  change?: (server: TestServer, world: World) => Promise<unknown>;
};

export const can =
  (...permissions: string[]) =>
  (reader: Reader) =>
    permissions.some((permission) => reader.holds(permission));
/** Leaves the expert without any project. */
export const removePlaces = async (db: Db, expertId: number) => {
  const places = sql`(select id from assignment where expert_id = ${expertId})`;
  await sql`delete from review_revision where assignment_id in ${places}`.execute(db);
  await sql`delete from review where assignment_id in ${places}`.execute(db);
  await sql`delete from assignment where expert_id = ${expertId}`.execute(db);
};
