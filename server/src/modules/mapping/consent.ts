import { sql } from 'kysely';
import type { z } from 'zod';
import { CONSENT_HOURS, type mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import type { Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import { formatDateTime } from '@zhiping/shared/schemas.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { badRequest, denied, forbidden, notFound } from '../../platform/errors.ts';
import { isSelf } from '../person/own-case.ts';
import { notifyUser } from '../../platform/live/messages.ts';
import { findMapping, type Mapping } from './mapping.policy.ts';

const HOUR = 3_600_000;
const pageOf = (cycleId: number) => `/review/assignment?cycleId=${cycleId}`;
const deny = (code: string, message: string): Denial => ({ code: `mapping.${code}`, message });

/** Whether an account applies or reviews in a cycle. Such accounts neither read the mapping nor consent for others. */
export const isConcerned = async (db: Db, reader: Principal, cycleId: number): Promise<boolean> => {
  const { rows } = await sql<{
    is: boolean;
  }>`select exists (select from project where ${isSelf(reader, 'project.person_id')}
      and project.cycle_id = ${cycleId} and project.no is not null)
    or exists (select from assignment join expert on expert.id = expert_id
      where expert.user_id = ${reader.userId} and assignment.cycle_id = ${cycleId}) as is`.execute(db);
  return rows[0]!.is;
};

/** Why the account cannot ask now; null if it can. */
export const askDenial = (
  { isCovered, isHidden }: Mapping,
  { isOpen, concerned }: { isOpen: boolean; concerned: boolean },
): Denial | null => {
  if (!isCovered) return deny('open', '本批次现在不需要申请，可以直接查看');
  if (!isHidden) return deny('agreed', '已经同意，可以查看');
  if (concerned) return deny('concerned', '您在本批次申报或评审，不能查看专家与材料的对应');
  return isOpen ? deny('asked', '已经申请，正在等待第二人同意') : null;
};

/** Why the account cannot decide; null if it can. */
export const decideDenial = (
  { userId }: Principal,
  { asked_by, concerned }: { asked_by: number; concerned: boolean },
): Denial | null => {
  if (asked_by === userId) return deny('own', '不能同意自己的申请，请由另一位工作人员处理');
  return concerned ? deny('concerned', '您在本批次申报或评审，请由其他人员处理') : null;
};

const requireOffice = ({ deptScope }: Principal) => {
  if (deptScope !== null) throw forbidden();
};

/** Other accounts that may consent: with all schools in scope, and not concerned themselves. */
const findDeciders = async (tx: Tx, actor: Principal, cycleId: number) => {
  const { rows } = await sql<{ id: number }>`
    select distinct u.id from sys_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      join role_menu rm on rm.role_id = r.id join menu m on m.id = rm.menu_id
    where u.enabled and u.id <> ${actor.userId} and r.data_scope = '全部' and m.permission = 'review:consent'
      and not exists (select from project join applicant using (person_id)
        where applicant.user_id = u.id and project.cycle_id = ${cycleId})
      and not exists (select from assignment join expert on expert.id = expert_id
        where expert.user_id = u.id and assignment.cycle_id = ${cycleId})
    order by u.id`.execute(tx);
  return rows.map(({ id }) => id);
};

type Ask = z.output<typeof mappingApi.ask.body>;

/** Asks for consent to read which expert has which project. Those who may decide are notified. */
export const askConsent = (db: Db, actor: Principal, { cycleId, reason }: Ask): Promise<{ id: number }> => {
  requireOffice(actor);
  return inTransaction(db, async (tx) => {
    // Locked, so that a second simultaneous request is refused.
    const cycle = await tx
      .selectFrom('cycle')
      .select(['id', 'name'])
      .where('id', '=', cycleId)
      .forUpdate()
      .executeTakeFirst();
    if (!cycle) throw notFound('评审批次');
    const open = await tx
      .selectFrom('mapping_consent')
      .select('id')
      .where('cycle_id', '=', cycleId)
      .where('asked_by', '=', actor.userId)
      .where('decided_at', 'is', null)
      .executeTakeFirst();
    const denial = askDenial(await findMapping(tx, actor, cycleId), {
      isOpen: open !== undefined,
      concerned: await isConcerned(tx, actor, cycleId),
    });
    if (denial) throw denied(denial);
    const created = await tx
      .insertInto('mapping_consent')
      .values({ cycle_id: cycleId, reason, asked_by: actor.userId, asked_at: actor.at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(tx, {
      actorId: actor.userId,
      action: 'mapping.asked',
      entity: 'cycle',
      entityId: cycleId,
      detail: { consent: created.id, reason },
    });
    for (const id of await findDeciders(tx, actor, cycleId))
      await notifyUser(tx, id, {
        kind: 'warning',
        text: `有人申请查看“${cycle.name}”的专家与材料的对应，请处理。`,
        link: pageOf(cycleId),
      });
    return created;
  });
};

type Decide = z.output<typeof mappingApi.decide.body> & { id: number };

/** Decides on the request of another account. A consent lasts some hours, for the requesting account only. */
export const decideConsent = (db: Db, actor: Principal, { id, isAgreed, note }: Decide): Promise<void> => {
  requireOffice(actor);
  return inTransaction(db, async (tx) => {
    const asked = await tx
      .selectFrom('mapping_consent')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!asked) throw notFound('申请');
    if (asked.decided_at !== null) throw badRequest('mapping.decided', '这个申请已经处理');
    const { cycle_id: cycleId, asked_by: askedBy } = asked;
    const denial = decideDenial(actor, {
      asked_by: askedBy,
      concerned: await isConcerned(tx, actor, cycleId),
    });
    if (denial) throw denied(denial);
    const validUntil = isAgreed ? new Date(actor.at.getTime() + CONSENT_HOURS * HOUR) : null;
    await tx
      .updateTable('mapping_consent')
      .set({
        decided_by: actor.userId,
        decided_at: actor.at,
        is_agreed: isAgreed,
        note,
        valid_until: validUntil,
      })
      .where('id', '=', id)
      .execute();
    await audit(tx, {
      actorId: actor.userId,
      action: isAgreed ? 'mapping.agreed' : 'mapping.refused',
      entity: 'cycle',
      entityId: cycleId,
      detail: { consent: id, askedBy, note, validUntil },
    });
    await notifyUser(tx, askedBy, {
      kind: 'info',
      text: validUntil
        ? `可以查看专家与材料的对应，至 ${formatDateTime(validUntil)} 为止。`
        : '查看专家与材料的对应的申请没有被同意。',
      link: pageOf(cycleId),
    });
  });
};
