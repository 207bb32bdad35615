import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FileStore } from '../../platform/files/file-store.ts';
import { type Check, inBatches } from './check.ts';

type Kept = { id: number; sha256: string; format: string };

const sources = {
  project_material: sql`select id, sha256, format from project_material where whole and removed_at is null`,
  blind_copy: sql`select material_id as id, result_sha256 as sha256, 'pdf' as format from blind_copy where state = 'released'`,
};

const hashOf = async (store: FileStore, name: string): Promise<string | null> => {
  const content = await store.read(name);
  if (content === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/** Materials and released copies as they lie in the store, byte by byte. It reads all of them, so it is asked for by hand. */
export const storedFilesCheck = (store: FileStore): Check => ({
  name: '存储的文件',
  run: async (db, report) => {
    for (const [table, source] of Object.entries(sources))
      for await (const rows of inBatches<Kept>(
        db,
        (page, after) => sql`select * from (${source}) as kept where id > ${after} ${page}`,
      ))
        for (const { id, sha256, format } of rows) {
          const found = await hashOf(store, `${sha256}.${format}`);
          report.compared(1);
          if (found !== sha256)
            report.found({
              table,
              id,
              seq: null,
              problem: found === null ? '存储中没有这个文件' : '存储的内容被改过',
            });
        }
  },
});
