import { sql } from 'kysely';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import { fileFormats, type MaterialFormat } from '@zhiping/shared/rules/file-formats.ts';
import type { Deps } from '../../deps.ts';
import { auditReading } from '../../platform/audit/audit-reading.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { notFound } from '../../platform/errors.ts';
import { type AskedPart, readPart } from '../../platform/files/read-part.ts';
import { openBlindCopy } from '../blind-copy/open-blind-copy.ts';
import { MATERIAL_NOUN } from '../project/materials.queries.ts';
import { isOwnDesk } from './review.policy.ts';

type Found = {
  id: number;
  bag_no: string;
  name: string;
  format: MaterialFormat;
  sha256: string;
  bytes: number;
  blind: boolean;
};

/** What the reader gets: where names are hidden the released copy, under a name that says nothing, and never the original. */
const contentOf = async (
  deps: Pick<Deps, 'db' | 'files'>,
  file: Found,
  asked: AskedPart,
): Promise<Bytes | null> => {
  if (file.blind) return openBlindCopy(deps, file.id, `${file.bag_no}.pdf`, asked);
  const { sha256, bytes, format } = file;
  const content = await readPart(deps.files, { name: `${sha256}.${format}`, sha256, bytes }, asked);
  return (
    content && {
      ...content,
      type: fileFormats[format].mime,
      fileName: `${file.name}.${format}`,
      uploaded: 'inline',
    }
  );
};

/**
 * One file of an own assignment, as it was handed in last, once the commitment is signed. Where names are hidden the original is
 * behind no address; each reading is recorded.
 */
export const readReviewMaterial = async (
  { db, files }: Pick<Deps, 'db' | 'files'>,
  reader: Principal,
  { id, materialId }: { id: number; materialId: number },
  asked: AskedPart,
): Promise<Bytes> => {
  const file = await db
    .selectFrom('assignment')
    .innerJoin('project', 'project.id', 'assignment.project_id')
    .innerJoin('project_material', 'project_material.project_id', 'project.id')
    .innerJoin('cycle', 'cycle.id', 'assignment.cycle_id')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .select([
      'project.bag_no',
      'project_material.id',
      'project_material.name',
      'project_material.format',
      'project_material.sha256',
      'project_material.bytes',
      sql<boolean>`(rule_set.content ->> 'blind')::boolean`.as('blind'),
    ])
    .where('assignment.id', '=', id)
    .where('project_material.id', '=', materialId)
    .where('accepted_at', 'is not', null)
    .where(isOwnDesk(reader))
    .where(
      sql<boolean>`(select content -> 'files' from project_snapshot
        where project_snapshot.project_id = assignment.project_id order by round desc limit 1)
        @> jsonb_build_array(jsonb_build_object('id', project_material.id))`,
    )
    .executeTakeFirst();
  const content = file && (await contentOf({ db, files }, file, asked));
  if (!content) throw notFound(MATERIAL_NOUN);
  await auditReading(
    db,
    {
      actorId: reader.userId,
      action: 'review.material_read',
      entity: 'assignment',
      entityId: id,
      detail: { material: materialId },
    },
    { at: reader.at, isPart: content.part !== undefined },
  );
  return content;
};
