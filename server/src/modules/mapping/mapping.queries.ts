import type { z } from 'zod';
import type { mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { abilityOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { askDenial, decideDenial, isConcerned } from './consent.ts';
import { findMapping } from './mapping.policy.ts';

const MAX_SHOWN = 20;

const findConsents = (db: Db, cycleId: number) =>
  db
    .selectFrom('mapping_consent')
    .leftJoin('sys_user as asking', 'asking.id', 'asked_by')
    .leftJoin('sys_user as deciding', 'deciding.id', 'decided_by')
    .select([
      'mapping_consent.id',
      'reason',
      'asked_by',
      actorName('asking').as('askedBy'),
      'asked_at as askedAt',
      actorName('deciding').as('decidedBy'),
      'decided_at as decidedAt',
      'is_agreed as isAgreed',
      'note',
      'valid_until as validUntil',
    ])
    .where('cycle_id', '=', cycleId)
    .orderBy('mapping_consent.id', 'desc')
    .limit(MAX_SHOWN)
    .execute();

/** Whether a cycle hides the mapping, and its requests for consent; for readers who run the review of all schools. */
export const readMapping = async (
  db: Db,
  reader: Principal,
  cycleId: number,
): Promise<z.input<typeof mappingApi.read.result>> => {
  if (reader.deptScope !== null) throw forbidden();
  const cycle = await db.selectFrom('cycle').select('id').where('id', '=', cycleId).executeTakeFirst();
  if (!cycle) throw notFound('评审批次');
  const [mapping, consents, concerned] = await Promise.all([
    findMapping(db, reader, cycleId),
    findConsents(db, cycleId),
    isConcerned(db, reader, cycleId),
  ]);
  const isOpen = consents.some((one) => one.asked_by === reader.userId && one.decidedAt === null);
  const mayDecide = holds(reader, ['review:consent']);
  return {
    isCovered: mapping.isCovered,
    validUntil: consents.find(({ id }) => id === mapping.consentId)?.validUntil ?? null,
    consents: consents.map(({ asked_by, ...consent }) => ({
      ...consent,
      can:
        mayDecide && consent.decidedAt === null
          ? { decide: abilityOf(decideDenial(reader, { asked_by, concerned })) }
          : {},
    })),
    can: holds(reader, ['review:list']) ? { ask: abilityOf(askDenial(mapping, { isOpen, concerned })) } : {},
  };
};
