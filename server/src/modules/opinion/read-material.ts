import type { Bytes } from '@zhiping/shared/endpoint.ts';
import { fileFormats } from '@zhiping/shared/rules/file/formats.ts';
import type { Deps } from '../../deps.ts';
import { auditReading } from '../../platform/audit/audit-reading.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { denied, notFound } from '../../platform/errors.ts';
import { type AskedPart, readPart } from '../../platform/files/read-part.ts';
import { openBlindCopy } from '../blind-copy/open-blind-copy.ts';
import { MATERIAL_NOUN } from '../project/materials.queries.ts';
import { findReadable } from './find-readable.ts';

type Stored = Pick<Deps, 'db' | 'files'>;

/** A material as submitted, for readers who may know its owner. */
const openOriginal = async (
  { db, files }: Stored,
  materialId: number,
  asked: AskedPart,
): Promise<Bytes | null> => {
  const { name, sha256, bytes, format } = await db
    .selectFrom('project_material')
    .select(['name', 'sha256', 'bytes', 'format'])
    .where('id', '=', materialId)
    .executeTakeFirstOrThrow();
  const content = await readPart(files, { name: `${sha256}.${format}`, sha256, bytes }, asked);
  return (
    content && {
      ...content,
      type: fileFormats[format].mime,
      fileName: `${name}.${format}`,
      uploaded: 'inline',
    }
  );
};

type Asked = { id: number; materialId: number };

const open = async (
  stored: Stored,
  reader: Principal,
  { id }: Asked,
  { materialId, blind, bagNo }: Awaited<ReturnType<typeof findReadable>>,
  { action, part }: { action: string; part: AskedPart },
): Promise<Bytes> => {
  const content = blind
    ? await openBlindCopy(stored, materialId, `${bagNo}.pdf`, part)
    : await openOriginal(stored, materialId, part);
  if (!content) throw notFound(MATERIAL_NOUN);
  await auditReading(
    stored.db,
    { actorId: reader.userId, action, entity: 'assignment', entityId: id, detail: { material: materialId } },
    { at: reader.at, isPart: content.part !== undefined },
  );
  return content;
};

/**
 * One material of an own assignment, as last submitted, once the commitment is signed. In blind cycles it is the
 * released copy under a neutral name; no address serves the original. Each reading is recorded.
 */
export const readReviewMaterial = async (stored: Stored, reader: Principal, asked: Asked, part: AskedPart) =>
  open(stored, reader, asked, await findReadable(stored.db, reader, asked), {
    action: 'review.material_read',
    part,
  });

/** The same file to take along, where its cycle allows that: whole, so that each time is an event of its own. */
export const downloadReviewMaterial = async (stored: Stored, reader: Principal, asked: Asked) => {
  const readable = await findReadable(stored.db, reader, asked);
  if (!readable.mayDownload)
    throw denied({ code: 'review.download', message: '本批次的材料只能在线阅读，不能下载' });
  return open(stored, reader, asked, readable, {
    action: 'review.material_downloaded',
    part: { range: undefined, ifRange: undefined },
  });
};
