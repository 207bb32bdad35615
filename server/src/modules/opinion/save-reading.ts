import { sql } from 'kysely';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { findReadable } from './find-readable.ts';

type Reading = { id: number; materialId: number; page: number; isRead: boolean };

/** Stores the page where an expert stopped reading a material, and whether it is read; once read, it stays read. */
export const saveReading = async (
  db: Db,
  reader: Principal,
  { page, isRead, ...asked }: Reading,
): Promise<void> => {
  const { materialId } = await findReadable(db, reader, asked);
  await sql`insert into review_reading (assignment_id, material_id, page, is_read, seen_at)
    values (${asked.id}, ${materialId}, ${page}, ${isRead}, ${reader.at})
    on conflict (assignment_id, material_id) do update
      set page = excluded.page, is_read = review_reading.is_read or excluded.is_read, seen_at = excluded.seen_at`.execute(
    db,
  );
};
