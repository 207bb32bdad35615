import type { z } from 'zod';
import { MAPPING_HOURS, type mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import type { Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction } from '../../platform/database/db.ts';
import { denied, forbidden, notFound } from '../../platform/errors.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { isConcerned, isOpen } from '../confirmation/seconds.queries.ts';
import { findMapping, type Mapping } from './mapping.policy.ts';

const deny = (code: string, message: string): Denial => ({ code: `mapping.${code}`, message });
const OPEN = deny('open', '本批次现在不需要申请，可以直接查看');

/** Why the account cannot ask now; null if it can. Those who apply or review in the cycle never read the mapping. */
export const findAskDenial = async (
  db: Db,
  reader: Principal,
  { cycleId, mapping: { isCovered, isHidden } }: { cycleId: number; mapping: Mapping },
): Promise<Denial | null> => {
  if (!isCovered) return OPEN;
  if (!isHidden) return deny('agreed', '已经复核同意，可以查看');
  if (await isConcerned(db, reader, cycleId))
    return deny('concerned', '您在本批次申报或评审，不能查看专家与材料的对应');
  const waiting = await db
    .selectFrom('confirmation')
    .select('asked_name')
    .where('act', '=', 'readMapping')
    .where('object_id', '=', cycleId)
    .where(isOpen(reader.at))
    .executeTakeFirst();
  return waiting ? deny('asked', `${waiting.asked_name} 已经申请，正在等待复核`) : null;
};

export const requireOffice = ({ deptScope }: Principal) => {
  if (deptScope !== null) throw forbidden();
};

type Ask = z.output<typeof mappingApi.ask.body>;

/** Asks a second person to be shown which expert has which project. */
export const askMapping = (db: Db, actor: Principal, { cycleId, reason }: Ask): Promise<{ id: number }> => {
  requireOffice(actor);
  return inTransaction(db, async (tx) => {
    // Locked, so that a second simultaneous request is refused.
    const cycle = await tx
      .selectFrom('cycle')
      .select('name')
      .where('id', '=', cycleId)
      .forUpdate()
      .executeTakeFirst();
    if (!cycle) throw notFound('评审批次');
    const mapping = await findMapping(tx, actor, cycleId);
    const denial = await findAskDenial(tx, actor, { cycleId, mapping });
    if (denial) throw denied(denial);
    return askConfirmation(tx, actor, {
      act: 'readMapping',
      object: { table: 'cycle', id: cycleId, version: null },
      cycleId,
      input: {},
      summary: `查看「${cycle.name}」的专家与材料的对应 ${MAPPING_HOURS} 小时：${reason}`,
      link: `/review/assignment?cycleId=${cycleId}`,
      reason,
    });
  });
};

/** The confirmation itself opens the mapping to the account that asked: see `findMapping`. */
export const showMapping: PerformAct = async (tx, second, { object_id }) => {
  const { isCovered } = await findMapping(tx, second, object_id);
  if (!isCovered) throw denied(OPEN);
};
