import type { z } from 'zod';
import type { mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { abilityOf } from '@zhiping/shared/rules/workflow/denial.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { findAskDenial, requireOffice } from './ask-mapping.ts';
import { findMapping } from './mapping.policy.ts';

/** Whether a cycle hides the mapping from this reader, for readers who run the review of all schools. */
export const readMapping = async (
  db: Db,
  reader: Principal,
  cycleId: number,
): Promise<z.input<typeof mappingApi.read.result>> => {
  requireOffice(reader);
  const cycle = await db.selectFrom('cycle').select('id').where('id', '=', cycleId).executeTakeFirst();
  if (!cycle) throw notFound('评审批次');
  const mapping = await findMapping(db, reader, cycleId);
  return {
    isCovered: mapping.isCovered,
    validUntil: mapping.shown?.until ?? null,
    can: { ask: abilityOf(await findAskDenial(db, reader, { cycleId, mapping })) },
  };
};
