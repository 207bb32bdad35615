import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { type AskedPart, readPart } from '../../platform/files/read-part.ts';

/**
 * The released copy of a material under a neutral name, or null. The caller decides whether the reader may read it; the
 * original is never returned.
 */
export const openBlindCopy = async (
  { db, files }: Pick<Deps, 'db' | 'files'>,
  materialId: number,
  fileName = '代表作.pdf',
  asked: AskedPart = { range: undefined, ifRange: undefined },
): Promise<(Bytes & { pages: number; sha256: string }) | null> => {
  const copy = await db
    .selectFrom('blind_copy')
    .innerJoin('project_material', 'project_material.id', 'material_id')
    .select(['result_sha256', 'blind_copy.bytes', 'blind_copy.pages'])
    .where('material_id', '=', materialId)
    .where('state', '=', 'released')
    .whereRef('blind_copy.source_sha256', '=', 'project_material.sha256')
    .executeTakeFirst();
  if (!copy?.result_sha256) return null;
  const { result_sha256: sha256 } = copy;
  const name = `${sha256}.pdf`;
  const content =
    copy.bytes === null
      ? await files.read(name).then((bytes) => bytes && { bytes })
      : await readPart(files, { name, sha256, bytes: copy.bytes }, asked);
  if (!content) return null;
  return {
    type: 'application/pdf',
    ...content,
    fileName,
    uploaded: 'inline',
    pages: copy.pages ?? 0,
    sha256,
  };
};
