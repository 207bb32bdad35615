import { sql } from 'kysely';
import type { z } from 'zod';
import type { projectApi } from '@zhiping/shared/contracts/project.ts';
import type { Deps } from '../../deps.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import type { ProjectContent } from '../../platform/database/column-types.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { conflict } from '../../platform/errors.ts';
import { findFiles } from './materials.queries.ts';
import { formColumns } from './form-columns.ts';
import { followForm } from './follow-form.ts';
import { findContext, findOwnProject, findPerson, problemsIn } from './project.queries.ts';
import {
  caseOf,
  findProjectCycle,
  evaluateWindow,
  momentsOf,
  type ProjectCycle,
} from './project-cycle.queries.ts';
import { collegeDenial } from './check-steps.queries.ts';
import { takeStep } from './take-step.ts';
import { notifyCheckers } from './notify-checkers.ts';
import { lockOwnProject } from './save-form.ts';
import { sign, type Signer } from '../commitment/sign-commitment.ts';
import { hashOfJson } from '../../platform/hash.ts';

type Submission = z.output<typeof projectApi.submit.body> & { id: number };

/** Stores when the applicant began to submit; a submission begun in time may arrive a little late. */
export const beginSubmission = async (db: Db, actor: Principal, id: number): Promise<void> => {
  await findOwnProject(db, actor, id);
  await db
    .updateTable('project')
    .set({ submit_begun_at: actor.at })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    // Opening the page again after the deadline does not overwrite an earlier start.
    .where(
      sql<boolean>`${actor.at} < (select apply_closes_at + interval '1 second' from cycle where cycle.id = project.cycle_id)`,
    )
    .execute();
};

const NUMBER_DIGITS = 4;

/**
 * The next number of a cycle. Taken at the end of the transaction, because it locks the counter for other submissions.
 */
const nextNo = async (tx: Tx, { id, year }: ProjectCycle): Promise<string> => {
  const { last } = await tx
    .insertInto('project_number')
    .values({ cycle_id: id, last: 1 })
    .onConflict((on) => on.column('cycle_id').doUpdateSet({ last: sql`project_number.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow();
  return `${year}-${id}-${String(last).padStart(NUMBER_DIGITS, '0')}`;
};

const storeSnapshot = async (
  tx: Tx,
  { id, at }: { id: number; at: Date },
  content: ProjectContent,
): Promise<{ round: number; hash: string }> => {
  const hash = hashOfJson(content);
  const { rounds } = await tx
    .selectFrom('project_snapshot')
    .select(({ fn }) => fn.countAll<number>().as('rounds'))
    .where('project_id', '=', id)
    .executeTakeFirstOrThrow();
  const round = rounds + 1;
  await tx
    .insertInto('project_snapshot')
    .values({
      project_id: id,
      round,
      content: JSON.stringify(content),
      hash,
      rule_version: content.cycle.ruleVersion,
      create_time: at,
    })
    .execute();
  return { round, hash };
};

/** The client must have shown the present text of the cycle: after a change the applicant reads it again. */
const requireText = ({ commitment }: ProjectCycle, commitmentId: number) => {
  if (commitment?.id !== commitmentId)
    throw conflict('project.commitment', '承诺书已更新，请重新打开提交页面阅读后再提交');
  return commitment;
};

/** Submits a project: checks it again, signs the commitment, stores a snapshot, assigns a number. */
export const submitProject = (
  deps: Pick<Deps, 'db' | 'identity'>,
  actor: Signer,
  { id, version, commitmentId }: Submission,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const stored = await lockOwnProject(tx, actor, { id, version });
    const cycle = await findProjectCycle(tx, stored.cycle_id);
    const commitment = requireText(cycle, commitmentId);
    const form = await followForm(tx, stored);
    const context = await findContext(tx, stored, cycle, actor.at);
    const moments = momentsOf(stored, actor.at);
    const subject = await caseOf(tx, stored, {
      cycle,
      at: actor.at,
      problems: problemsIn(form, context),
    });
    const person = await findPerson({ ...deps, db: tx }, stored);
    const content: ProjectContent = {
      cycle: { id: cycle.id, name: cycle.name, ruleVersion: cycle.ruleVersion },
      person,
      form,
      files: await findFiles(tx, id),
    };
    const kept = await storeSnapshot(tx, { id, at: actor.at }, content);
    await sign(tx, actor, commitment, { project_id: id, name: person.name });
    const no = stored.no ?? (await nextNo(tx, cycle));
    const step = (await collegeDenial(tx, stored, cycle, actor.at)) === null ? 'college' : 'school';
    await takeStep(tx, {
      id,
      event: 'submit',
      who: ['applicant'],
      actor,
      subjectOf: () => subject,
      set: {
        no,
        submitted_at: actor.at,
        check_step: step,
        // A project returned by the school keeps the lateness of its first submission.
        is_late: stored.state === 'draft' ? evaluateWindow(cycle, moments).level === 'warn' : stored.is_late,
        ...formColumns(form),
        ...editedBy(actor, stored),
      },
      detail: {
        ...kept,
        commitment: commitment.hash,
        row: { person: stored.person_id, school: stored.school_id, no },
      },
    });
    if (stored.state !== 'supplementing') await notifyCheckers(tx, stored, step);
  });
