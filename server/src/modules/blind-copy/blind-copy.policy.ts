import { type RawBuilder, sql } from 'kysely';
import { BLIND_TYPES } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { isInReach } from '../project/project.policy.ts';

/** Files that blind readers get: of applications of a blind cycle that were found eligible, as they were handed in. Nobody changes them from then on. */
export const isSentBlind: RawBuilder<boolean> = sql<boolean>`project_material.whole
  and project_material.removed_at is null and project_material.type = ${sql.lit(BLIND_TYPES[0])}
  and project.state in ('eligible', 'inExternalReview', 'externalPassed', 'externalFailed')
  and exists (select from cycle where cycle.id = project.cycle_id and cycle.blind)`;

/** Whether somebody handles this copy: of the applications that he checks, never his own. */
export const isHandled = (reader: Principal): RawBuilder<boolean> => isInReach(reader);
