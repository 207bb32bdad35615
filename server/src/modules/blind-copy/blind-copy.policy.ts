import { type RawBuilder, sql } from 'kysely';
import { BLIND_TYPES } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { isWithinReaderScope } from '../project/project.policy.ts';

/**
 * Materials that blind readers get: of eligible projects in a blind cycle, as submitted. They do not change from then
 * on.
 */
export const isSentBlind: RawBuilder<boolean> = sql<boolean>`project_material.whole
  and project_material.removed_at is null and project_material.type = ${sql.lit(BLIND_TYPES[0])}
  and project.state in ('eligible', 'inExternalReview', 'externalPassed', 'externalFailed')
  and exists (select from cycle where cycle.id = project.cycle_id and cycle.blind)`;

/** Whether the reader handles this copy: of projects that they check, never their own. */
export const isHandled = (reader: Principal): RawBuilder<boolean> => isWithinReaderScope(reader);
