import { fileFormats } from '@zhiping/shared/rules/file-formats.ts';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { ProjectContent } from '../../platform/database/schema-review.ts';
import { notFound } from '../../platform/errors.ts';
import { isOwnProject } from './project.policy.ts';

export const MATERIAL_NOUN = '材料';

/** The files of an application in their order, as far as they were not replaced or removed. */
const selectMaterials = (db: Db | Tx, projectId: number) =>
  db
    .selectFrom('project_material')
    .where('project_id', '=', projectId)
    .where('whole', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id');

const shown = [
  'id',
  'type',
  'entry_key as entryKey',
  'proof',
  'name',
  'format',
  'bytes',
  'pages',
  'create_time as createTime',
] as const;

export const findMaterials = (db: Db | Tx, projectId: number) =>
  selectMaterials(db, projectId).select(shown).execute();

/** What a snapshot says of them. */
export const findFiles = (tx: Tx, projectId: number): Promise<ProjectContent['files'][number][]> =>
  selectMaterials(tx, projectId)
    .select(['type', 'entry_key as entryKey', 'proof', 'name', 'sha256'])
    .execute();

/** One file, removed or not, of the reader's own application. */
export const readMaterial = async (
  { db, files }: Pick<Deps, 'db' | 'files'>,
  reader: Principal,
  id: number,
): Promise<Bytes> => {
  const material = await db
    .selectFrom('project_material')
    .innerJoin('project', 'project.id', 'project_id')
    .select(['name', 'format', 'sha256', 'bytes'])
    .where('project_material.id', '=', id)
    .where('whole', '=', true)
    .where(isOwnProject(reader))
    .executeTakeFirst();
  const bytes = material && (await files.read(`${material.sha256}.${material.format}`));
  if (!bytes) throw notFound(MATERIAL_NOUN);
  return {
    type: fileFormats[material.format].mime,
    bytes,
    length: material.bytes,
    fileName: `${material.name}.${material.format}`,
    uploaded: 'inline',
  };
};
