import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { MATERIAL_NOUN } from '../project/materials.queries.ts';
import { findSnapshot } from '../project/snapshot.queries.ts';
import { findHolding } from '../review-rule/held-rules.queries.ts';
import { filesOf, findDesk, worksOf } from './desk.queries.ts';

type Readable = {
  materialId: number;
  /** As it stands on the desk. */
  name: string;
  blind: boolean;
  /** Whether it may be taken along. */
  mayDownload: boolean;
  bagNo: string;
  cycleId: number;
  projectId: number;
};

/**
 * A material of an own assignment by its number on the desk, once the commitment is signed: unlisted numbers cannot be
 * opened or probed.
 */
export const findReadable = async (
  db: Db,
  reader: Principal,
  { id, materialId: shownAs }: { id: number; materialId: number },
): Promise<Readable> => {
  const desk = await findDesk(db, reader, id);
  if (desk.accepted_at === null) throw notFound(MATERIAL_NOUN);
  const [{ content }, snapshot] = await Promise.all([
    findHolding(db, desk.cycle_id),
    findSnapshot(db, desk.project_id),
  ]);
  const shown = await filesOf(db, {
    assignmentId: id,
    blind: content.blind,
    works: worksOf(snapshot.content.form),
    fileIds: snapshot.content.files.map((file) => file.id),
  });
  const file = shown.find((one) => one.id === shownAs);
  if (!file) throw notFound(MATERIAL_NOUN);
  return {
    materialId: file.materialId,
    name: file.name,
    blind: content.blind,
    mayDownload: content.materialDownload ?? false,
    bagNo: desk.bag_no,
    cycleId: desk.cycle_id,
    projectId: desk.project_id,
  };
};
