import { sql } from 'kysely';
import type { z } from 'zod';
import type { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { SUPERVISOR_ROLE_ID } from '@zhiping/shared/constants.ts';
import {
  type Exclusion,
  type ExclusionCause,
  exclusionCauses,
} from '@zhiping/shared/rules/assignment/excluded-opinion.ts';
import { assignmentMachine } from '@zhiping/shared/rules/assignment/states.ts';
import { answerWords } from '@zhiping/shared/rules/opinion/opinion.ts';
import { findTransition } from '@zhiping/shared/rules/workflow/state-machine.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { denied } from '../../platform/errors.ts';
import { notifyRoles, notifyUser } from '../../platform/live/messages.ts';
import { caseOf, findRound, type StoredAssignment } from '../assignment/assignment-workflow.ts';
import { endAssignment } from '../assignment/replace-expert.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { pageOf } from '../confirmation/page-of.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { expertNumberOf } from './expert-number.queries.ts';
import { lockAssignment, requireVisible } from './lock-assignment.ts';

/** Facts of an exclusion from the joined confirmation; null for an opinion that counts. */
export const exclusionFacts = sql<Exclusion | null>`case when exclusion_id is not null then
  jsonb_build_object('cause', confirmation.input ->> 'cause', 'askedBy', confirmation.asked_name,
    'confirmedBy', confirmation.answered_name) end`.as('exclusion');

type Asked = z.output<typeof assignmentApi.exclude.body> & { id: number };

/** The opinion in words that do not name its expert, who is a number where the cycle hides names. */
const describe = async (tx: Tx, { id, project_id, total, answer }: StoredAssignment) => {
  const { no } = await tx
    .selectFrom('project')
    .select('no')
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow();
  const points = total === null ? '' : `，${total} 分`;
  return `${no} 的专家${await expertNumberOf(tx, { id, project_id })}的意见（${answer === null ? '' : answerWords[answer]}${points}）`;
};

/** Asks a second person to take a submitted opinion out of the count. */
export const askExclusion = (
  db: Db,
  actor: Principal,
  { id, version, cause, reason }: Asked,
): Promise<{ id: number }> =>
  inTransaction(db, async (tx) => {
    const { stored, round } = await lockAssignment(tx, actor, { id, version });
    await requireVisible(tx, actor, stored);
    const result = findTransition(
      assignmentMachine,
      stored.state,
      'exclude',
      ['pair'],
      caseOf(round, stored, { at: actor.at }),
    );
    if ('denial' in result) throw denied(result.denial);
    return askConfirmation(tx, actor, {
      act: 'excludeOpinion',
      object: { table: 'assignment', id, version: stored.version },
      cycleId: stored.cycle_id,
      input: { cause },
      summary: `剔除 ${await describe(tx, stored)}：${exclusionCauses[cause]}`,
      link: `/review/assignment?cycleId=${stored.cycle_id}&id=${stored.project_id}`,
      reason,
    });
  });

/**
 * Takes an opinion out of the count once it is confirmed: it stays on record with both names, and another expert gets its
 * place.
 */
export const excludeOpinion =
  (deps: Deps): PerformAct =>
  async (tx, second, { id: exclusionId, object_id, object_version, input, reason }) => {
    const { stored } = await lockAssignment(tx, second, { id: object_id, version: object_version! });
    const round = await findRound(tx, stored.cycle_id);
    const { cause } = input as { cause: ExclusionCause };
    await endAssignment(deps, tx, second, {
      task: stored,
      round,
      event: 'exclude',
      who: 'pair',
      reason: `${exclusionCauses[cause]}：${reason}`,
      exclusionId,
    });
    const { user_id } = await tx
      .selectFrom('expert')
      .select('user_id')
      .where('id', '=', stored.expert_id)
      .executeTakeFirstOrThrow();
    await notifyUser(tx, user_id, {
      kind: 'warning',
      text: '您的一份评审意见经评审办两人复核，不再计入结果；如有疑问，请联系评审办。',
    });
    await notifyRoles(tx, [SUPERVISOR_ROLE_ID], {
      kind: 'warning',
      text: `「${round.name}」有一份评审意见经两人复核被剔除。`,
      link: pageOf(exclusionId),
    });
  };
