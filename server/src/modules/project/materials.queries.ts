import { sql } from 'kysely';
import { fileFormats } from '@zhiping/shared/rules/file/formats.ts';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import { auditReading } from '../../platform/audit/audit-reading.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { ProjectContent } from '../../platform/database/column-types.ts';
import { notFound } from '../../platform/errors.ts';
import { type AskedPart, readPart } from '../../platform/files/read-part.ts';
import { isOfBody, ownOf, viewOf, wasWithdrawnAfterReport } from './project.policy.ts';

export const MATERIAL_NOUN = '材料';

/** Present materials of a project in order, without replaced and removed ones. */
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

/** Materials in the form that a snapshot stores. */
export const findFiles = (tx: Tx, projectId: number): Promise<ProjectContent['files'][number][]> =>
  selectMaterials(tx, projectId)
    .select(['id', 'type', 'entry_key as entryKey', 'proof', 'name', 'sha256'])
    .execute();

/** Submitted materials in order, including those removed later. */
export const findMaterialsById = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('project_material')
    .select(shown)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy(sql`array_position(${[...ids]}::bigint[], id)`)
    .execute();

const wasSubmitted = sql<boolean>`exists (select from project_snapshot where project_snapshot.project_id = project.id
  and content -> 'files' @> jsonb_build_array(jsonb_build_object('id', project_material.id)))`;

type Former = { of: number; id: number; name: string; createTime: Date; by: string };

/**
 * Materials with the ones that each replaced, newest first. For those who check only submitted ones: they can read no
 * others.
 */
export const withFormer = async <M extends { id: number }>(
  db: Db,
  materials: readonly M[],
  { isOwn }: { isOwn: boolean },
): Promise<(M & { former: Omit<Former, 'of'>[] })[]> => {
  const ids = materials.map(({ id }) => id);
  const { rows } = await sql<Former>`
    with recursive chain as (
      select id as of, replaces_id, 1 as steps from project_material where id = any(${ids}::bigint[])
      union all
      select chain.of, replaced.replaces_id, steps + 1 from chain
        join project_material replaced on replaced.id = chain.replaces_id
    )
    select of, project_material.id, project_material.name, project_material.create_time as "createTime",
      coalesce((select ${actorName()} from sys_user where username = project_material.create_by), '已注销的账号') as by
    from chain join project_material on project_material.id = chain.replaces_id
      join project on project.id = project_id
    where ${isOwn ? sql`true` : wasSubmitted} order by steps`.execute(db);
  const byMaterial = Map.groupBy(rows, ({ of }) => of);
  return materials.map((material) => ({
    ...material,
    former: (byMaterial.get(material.id) ?? []).map(({ of: _of, ...one }) => one),
  }));
};

/**
 * One material, even if removed: of the reader's own project, or submitted with a project that the reader checks.
 * Readings by others than the applicant are recorded.
 */
export const readMaterial = async (
  { db, files }: Pick<Deps, 'db' | 'files'>,
  reader: Principal,
  id: number,
  asked: AskedPart,
): Promise<Bytes> => {
  const material = await db
    .selectFrom('project_material')
    .innerJoin('project', 'project.id', 'project_id')
    .select([
      'project.id as projectId',
      'school_id',
      'state',
      'name',
      'format',
      'sha256',
      'bytes',
      ownOf(reader).as('own'),
      wasSubmitted.as('isHandedIn'),
      wasWithdrawnAfterReport.as('wasGivenUpLate'),
      isOfBody(reader).as('isOfBody'),
    ])
    .where('project_material.id', '=', id)
    .where('whole', '=', true)
    .executeTakeFirst();
  const view = material ? viewOf(reader, material) : null;
  const isOpen = view === 'applicant' || (view !== null && material?.isHandedIn === true);
  if (!isOpen || !material) throw notFound(MATERIAL_NOUN);
  const { sha256, bytes, format } = material;
  const content = await readPart(files, { name: `${sha256}.${format}`, sha256, bytes }, asked);
  if (!content) throw notFound(MATERIAL_NOUN);
  if (view !== 'applicant')
    await auditReading(
      db,
      {
        actorId: reader.userId,
        action: 'project.material_read',
        entity: 'project',
        entityId: material.projectId,
        detail: { material: id, name: material.name },
      },
      { at: reader.at, isPart: content.part !== undefined },
    );
  return {
    ...content,
    type: fileFormats[format].mime,
    fileName: `${material.name}.${format}`,
    uploaded: 'inline',
  };
};
