import { sql } from 'kysely';
import { cycleSteps, type CycleStep } from '@zhiping/shared/rules/cycle/missing.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { saving } from '../../platform/edits/save-row.ts';
import type { PerformAct } from '../confirmation/answer-confirmation.ts';
import { askConfirmation } from '../confirmation/ask-confirmation.ts';
import { entity } from './cycle-entity.ts';
import { basicWork, formWork, materialsWork, rulesWork, scopeWork, textsWork } from './cycle-steps.ts';
import { commitmentsOf, type StoredCycle } from './cycle-plan.ts';
import { changesInWords } from './changes-in-words.ts';
import { requireTexts } from './require-texts.ts';
import { lockEditable, saveStepIn, type StepWork } from './save-step.ts';
import { scheduleWork } from './save-schedule.ts';

/** The work of each step. Its input comes from the call, or from the stored request to a second person. */
const works = {
  basic: basicWork,
  scope: scopeWork,
  schedule: scheduleWork,
  rules: rulesWork,
  materials: materialsWork,
  form: formWork,
  texts: textsWork,
} satisfies Record<CycleStep, unknown>;

type InputOf<S extends CycleStep> = Parameters<(typeof works)[S]>[0];
type Key = { id: number; version?: number | undefined; reason: string | null };

const workOf = (step: CycleStep, input: unknown, by: { actor: Principal; reason: string | null }) =>
  (works[step] as (input: unknown, given: typeof by) => StepWork)(input, by);

const shownOf = async (tx: Tx, cycle: StoredCycle) => ({
  cycle,
  commitments: await requireTexts(tx, commitmentsOf(cycle)),
});

/**
 * Saves a step of a cycle. In a published one, people rely on what becomes a further version of its rules and on when
 * they may do what: such a change is tried with all its guards, taken back, and asked of a second person.
 */
export const saveStep = <S extends CycleStep>(
  db: Db,
  actor: Principal,
  step: S,
  { id, version, reason, ...input }: Key & InputOf<S>,
): Promise<{ confirmationId: number | null }> =>
  saving(db, entity, async (tx) => {
    const key = { step, id, version, reason };
    const before = await lockEditable(tx, key);
    await sql`savepoint tried`.execute(tx);
    const after = await saveStepIn(tx, actor, key, workOf(step, input, { actor, reason }));
    if (!after) return { confirmationId: null };
    const changes = changesInWords(await shownOf(tx, before), await shownOf(tx, after));
    await sql`rollback to savepoint tried`.execute(tx);
    const asked = await askConfirmation(tx, actor, {
      act: 'changeRules',
      object: { table: 'cycle', id, version: before.version },
      cycleId: id,
      input: { step, ...input },
      summary: `「${before.name}」的${cycleSteps[step]}：${changes}`,
      link: `/review/cycle?edit=${id}&step=${step}`,
      reason: reason!,
    });
    return { confirmationId: asked.id };
  });

/** Changes the rules once it is confirmed. */
export const changeRules: PerformAct = async (
  tx,
  second,
  { id: confirmationId, object_id: id, object_version, input: { step: name, ...input }, reason },
) => {
  const step = name as CycleStep;
  const key = { step, id, version: object_version ?? undefined, reason, confirmationId };
  await saveStepIn(tx, second, key, workOf(step, input, { actor: second, reason }));
};
