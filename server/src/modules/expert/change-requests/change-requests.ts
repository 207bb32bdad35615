import type { z } from 'zod';
import type { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { type PartKey, profileParts } from '@zhiping/shared/contracts/expert.ts';
import type { Deps } from '../../../deps.ts';
import type { Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import {
  type ExpertChangeEvent,
  expertChangeMachine,
  type ExpertChangeState,
} from '@zhiping/shared/rules/expert/change-states.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/db.ts';
import { editedBy } from '../../../platform/edits/edit-lock.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { actorNameOf } from '../../../platform/auth/actor-name.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Messages } from '../../account/notify-contact-change.ts';
import { transition, type Workflow } from '../../../platform/workflow/transition.ts';
import { lastEdition } from '../../succession/succession.ts';
import { formOf, formsOf, requireApplicable } from './change-requests.queries.ts';
import { requireGrades, visibleExperts } from '../expert.policy.ts';
import { followContact } from '../follow-contact.ts';
import { explainExpert } from '../explain-expert.ts';
import { refuseOwnReviewers } from '../own-reviewers.ts';
import { applyProfile, type Change, differenceOf, findStored, type Profile } from '../profile-store.ts';

const partKeys = Object.keys(profileParts) as PartKey[];

const ofPart = (form: Change, part: PartKey): Change =>
  Object.fromEntries(
    profileParts[part].fields.filter((field) => field in form).map((field) => [field, form[field]]),
  );

/** Compared as the database gives them back: it does not keep the order of the names in an object. */
const sameForm = (a: Change, b: Change) => JSON.stringify(formOf(a)) === JSON.stringify(formOf(b));

type Row = {
  id: number;
  expert_id: number;
  part: PartKey;
  form: unknown;
  status: ExpertChangeState;
};

const workflow: Workflow<
  ExpertChangeState,
  ExpertChangeEvent,
  'expert' | 'office',
  Row,
  { problem: Denial | null }
> = {
  machine: expertChangeMachine,
  table: 'expert_change',
  column: 'status',
  actions: {
    approve: 'expert.change_approved',
    return: 'expert.change_returned',
    withdraw: 'expert.change_withdrawn',
    replace: 'expert.change_replaced',
  },
  recordOf: ({ expert_id: entityId }) => ({ entity: 'expert', entityId }),
};

const byExpert = (tx: Tx, id: number, actor: Principal, event: 'withdraw' | 'replace') =>
  transition(tx, workflow, {
    id,
    event,
    who: ['expert'],
    actor,
    subjectOf: () => ({ problem: null }),
    set: { decided_at: actor.at },
    detail: { changeId: id },
  });

/**
 * Changes of a confirmed expert wait for the office, each part by itself. A new request replaces the waiting one, a
 * request for the stored value withdraws it, and an unchanged part keeps its place in the queue. The caller holds the
 * lock of the expert.
 */
export const requestChange = async (tx: Tx, expertId: number, actor: Principal, wanted: Profile) => {
  const difference = differenceOf(await findStored(tx, expertId), wanted);
  const waiting = await tx
    .selectFrom('expert_change')
    .select(['id', 'part', 'form', 'subject_edition as edition', 'status'])
    .where('expert_id', '=', expertId)
    .where('status', '=', 'waiting')
    .execute();
  const waitingForms = await formsOf(tx, waiting);
  for (const part of partKeys) {
    const form = ofPart(difference, part);
    const index = waiting.findIndex((one) => one.part === part);
    const before = waiting[index];
    if (before && sameForm(waitingForms[index] as Change, form)) continue;
    if (before) await byExpert(tx, before.id, actor, 'replace');
    if (Object.keys(form).length > 0) await insertChange(tx, { expertId, actor, part, form });
  }
};

/** Requests from an earlier term are in the profile by now, or no longer wanted. */
export const replaceWaiting = async (tx: Tx, expertId: number, actor: Principal) => {
  const waiting = await tx
    .selectFrom('expert_change')
    .select('id')
    .where('expert_id', '=', expertId)
    .where('status', '=', 'waiting')
    .execute();
  for (const { id } of waiting) await byExpert(tx, id, actor, 'replace');
};

type NewChange = { expertId: number; actor: Principal; part: PartKey; form: Change };

const insertChange = async (tx: Tx, { expertId, actor, part, form }: NewChange) => {
  const { id } = await tx
    .insertInto('expert_change')
    .values({
      expert_id: expertId,
      part,
      form: JSON.stringify(form),
      subject_edition: lastEdition,
      status: 'waiting',
      requested_at: actor.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(tx, {
    actorId: actor.userId,
    action: 'expert.change_requested',
    entity: 'expert',
    entityId: expertId,
    detail: { changeId: id, part, fields: Object.keys(form) },
  });
};

const findChange = (tx: Tx, expertId: number, changeId: number) =>
  tx
    .selectFrom('expert_change')
    .select(['status', 'form', 'subject_edition as edition', 'part'])
    .where('id', '=', changeId)
    .where('expert_id', '=', expertId)
    .executeTakeFirst();

/** Take back the own request before the office has decided. The caller holds the lock of the expert. */
export const withdrawChange = async (tx: Tx, expertId: number, actor: Principal, changeId: number) => {
  if (!(await findChange(tx, expertId, changeId))) throw notFound('资料变更');
  await byExpert(tx, changeId, actor, 'withdraw');
};

type Decision = z.output<typeof expertPoolApi.decideChange.body>;

/** Approve the change of one part, which stores it, or return it with a reason. */
export const decideChange = async (
  deps: Pick<Deps, 'db'> & Messages,
  actor: Principal,
  expertId: number,
  { changeId, approved, reason }: Decision,
) => {
  requireGrades(actor);
  const deciding = inTransaction(deps.db, async (tx) => {
    const expert = await tx
      .selectFrom('expert')
      .select(['id', 'version'])
      .where('id', '=', expertId)
      .where(visibleExperts(actor))
      .forUpdate()
      .executeTakeFirst();
    if (!expert) throw notFound('专家');
    await refuseOwnReviewers(tx, actor, [expertId]);
    const change = await findChange(tx, expertId, changeId);
    if (!change) throw notFound('资料变更');
    if (change.status === 'replaced')
      throw conflict('edit.conflict', '专家又提交了新的变更，请核对后重新审核');
    const [form = {}] = await formsOf(tx, [change]);
    await transition(tx, workflow, {
      id: changeId,
      event: approved ? 'approve' : 'return',
      who: ['office'],
      actor,
      subjectOf: async () => {
        // Thrown instead of denied: it names the field.
        if (approved) await requireApplicable(tx, expertId, form);
        return { problem: null };
      },
      work: async () => {
        if (!approved) return;
        await applyProfile(tx, expertId, form);
        await refuseOwnReviewers(tx, actor, [expertId]);
        await followContact(tx, deps, actor, { expertId, contact: form });
        await tx.updateTable('expert').set(editedBy(actor, expert)).where('id', '=', expertId).execute();
      },
      // The form as it was decided about: of what is history nothing is followed any more.
      set: {
        form: JSON.stringify(form),
        decided_at: actor.at,
        decided_by: actorNameOf(actor.view.user),
        reason,
      },
      note: reason,
      detail: { changeId, part: change.part, fields: Object.keys(form), reason },
    });
  });
  // Another account may take the phone at the same moment.
  await explainExpert(deciding);
};
