import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { notFound } from '../../platform/errors.ts';
import { incomingDirectory } from '../../platform/files/upload.ts';
import { withStoredFile } from '../../platform/files/with-stored-file.ts';
import { findBlindCopy } from './blind-copy.queries.ts';
import { drawFilePage } from './pipeline/run-pipeline.ts';

type Wanted = { id: number; page: number; side: 'original' | 'copy'; width: number };

/** One page of a material, or of its blind copy as it is now, as a picture for those who check it. */
export const readPagePicture = async (
  { db, files, config }: Pick<Deps, 'db' | 'files' | 'config'>,
  reader: Principal,
  { id, page, side, width }: Wanted,
): Promise<Bytes> => {
  const { copy } = await findBlindCopy(db, reader, id);
  const material = await db
    .selectFrom('project_material')
    .select(['sha256', 'format', 'pages'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const made = copy?.result_sha256
    ? { sha256: copy.result_sha256, format: 'pdf', pages: copy.pages ?? 0 }
    : null;
  const source = side === 'original' ? { ...material, pages: material.pages ?? 1 } : made;
  if (!source || page > source.pages) throw notFound('页面');
  const directory = incomingDirectory(config);
  const out = `${directory}/page-${randomUUID()}`;
  try {
    const drawn = await withStoredFile(files, `${source.sha256}.${source.format}`, directory, (path) =>
      drawFilePage({ path, isPicture: source.format !== 'pdf', page, width, out }),
    );
    if (!drawn) throw notFound('页面');
    const bytes = await readFile(out);
    return { type: 'image/png', bytes, length: bytes.length, uploaded: 'inline' };
  } finally {
    await rm(out, { force: true });
  }
};
