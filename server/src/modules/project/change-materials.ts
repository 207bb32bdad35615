import { rm } from 'node:fs/promises';
import type { z } from 'zod';
import type { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import type { Deps } from '../../deps.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { takeUpload } from '../upload/take-upload.ts';
import { findPlace, storeMaterial } from './store-material.ts';
import { findMaterials, MATERIAL_NOUN, withFormer } from './materials.queries.ts';
import { lockDraft } from './save-form.ts';

type Added = z.output<typeof projectApi.addMaterial.body> & { id: number };

/** Checks a finished upload by its content and adds it as a material of the actor's own project. */
export const addMaterial = async (
  deps: Pick<Deps, 'db' | 'files' | 'config'>,
  actor: Principal,
  { uploadId, ...place }: Added,
): Promise<z.input<typeof Material>> => {
  // Checked before the upload is taken: after a refusal the same upload can be used again.
  const lock = (tx: Tx) => lockDraft(tx, actor, { id: place.id });
  await inTransaction(deps.db, (tx) => findPlace(tx, lock, place));
  const received = await takeUpload(deps, actor, uploadId);
  try {
    const id = await storeMaterial(deps, actor, { received, place, lock });
    const materials = await findMaterials(deps.db, place.id);
    const added = materials.filter((one) => one.id === id);
    const [shown] = await withFormer(deps.db, added, { isOwn: true });
    return shown!;
  } finally {
    await rm(received.path, { force: true });
  }
};

/** Puts the materials in this order; those added meanwhile follow at the end. */
export const orderMaterials = (
  db: Db,
  actor: Principal,
  { id, ids }: { id: number; ids: readonly number[] },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockDraft(tx, actor, { id });
    const stored = await findMaterials(tx, id);
    const known = stored.map((one) => one.id);
    const ordered = [
      ...ids.filter((one) => known.includes(one)),
      ...known.filter((one) => !ids.includes(one)),
    ];
    for (const [index, material] of ordered.entries())
      await tx
        .updateTable('project_material')
        .set({ position: index + 1 })
        .where('id', '=', material)
        .execute();
  });

/** Removes a material from the actor's own project; it stays in the history. */
export const removeMaterial = (
  db: Db,
  actor: Principal,
  { id, materialId }: { id: number; materialId: number },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    await lockDraft(tx, actor, { id });
    const removed = await tx
      .updateTable('project_material')
      .set({ removed_at: actor.at })
      .where('id', '=', materialId)
      .where('project_id', '=', id)
      .where('removed_at', 'is', null)
      .returning(['name', 'type'])
      .executeTakeFirst();
    if (!removed) throw notFound(MATERIAL_NOUN);
    await audit(tx, {
      actorId: actor.userId,
      action: 'project.material_removed',
      entity: 'project',
      entityId: id,
      detail: removed,
    });
  });
