import { type RawBuilder, sql } from 'kysely';
import { BLIND_TYPES } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { isWithinReaderScope } from '../project/project.policy.ts';

/**
 * Materials that blind readers get: of eligible projects in a blind cycle, as submitted. They do not change from then
 * on.
 */
export const isSentBlind: RawBuilder<boolean> = sql<boolean>`project_material.whole
  and project_material.removed_at is null and project_material.type = ${sql.lit(BLIND_TYPES[0])}
  and project.state in ('eligible', 'inExternalReview', 'externalPassed', 'externalFailed')
  and exists (select from cycle where cycle.id = project.cycle_id and cycle.blind)`;

/** Materials of `project` that blind readers cannot open, since no copy of them is released. */
const unreadable = sql`from project_material
  left join blind_copy on blind_copy.material_id = project_material.id
    and blind_copy.source_sha256 = project_material.sha256 and blind_copy.state = 'released'
  where project_material.project_id = project.id and ${isSentBlind} and blind_copy.material_id is null`;

/** Whether blind readers of `project` cannot open one of its materials. */
export const hasUnreadable: RawBuilder<boolean> = sql<boolean>`exists (select ${unreadable})`;

/** How many materials of a project its blind readers cannot open. */
export const countUnreadable = async (db: Db, projectId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::integer ${unreadable}) as count from project where project.id = ${projectId}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

/** Whether the reader handles this copy: of projects that they check, never their own. */
export const isHandled = (reader: Principal): RawBuilder<boolean> => isWithinReaderScope(reader);
