import type { z } from 'zod';
import type { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import type { CheckStep } from '@zhiping/shared/rules/project/states.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { type Db, inTransaction, type Tx } from '../../platform/database/db.ts';
import { editedBy } from '../../platform/edits/edit-lock.ts';
import { oneByOne } from '../../platform/edits/one-by-one.ts';
import { conflict } from '../../platform/errors.ts';
import type { Writing } from '../../platform/outbox/write-to.ts';
import { lapseFor } from '../confirmation/lapse.ts';
import { lockChecked } from './lock-checked.ts';
import { findCheckedNames } from './project-list.queries.ts';
import { stepOfReport } from './check-steps.queries.ts';
import { nameSubmitted } from './name-submitted.ts';
import { takeStep } from './take-step.ts';
import { notifyCheckers } from './notify-checkers.ts';
import { findSignerName, sign, type Signer } from '../commitment/sign-commitment.ts';
import { writeToApplicant } from './write-to-applicant.ts';

type Locked = Awaited<ReturnType<typeof lockChecked>>;

/**
 * Signs the commitment of the employer if the cycle requires one. Refuses a text that is not the cycle's present one.
 */
const signForEmployer = async (
  tx: Tx,
  actor: Signer,
  { stored, cycle }: Locked,
  commitmentId: number | null,
) => {
  const { employerCommitment } = cycle;
  if ((employerCommitment?.id ?? null) !== commitmentId)
    throw conflict('project.commitment', '单位承诺书已更新，请重新打开报送窗口阅读后再报送');
  if (!employerCommitment) return;
  await sign(tx, actor, employerCommitment, {
    project_id: stored.id,
    name: await findSignerName(tx, actor),
  });
};

type Report = z.output<typeof projectCheckApi.report.body>;

/** Reports projects to the office, each in its own transaction. */
export const reportProjects = async (db: Db, actor: Signer, { ids, commitmentId }: Report) =>
  oneByOne(ids, await findCheckedNames(db, actor, ids), (id) =>
    inTransaction(db, async (tx) => {
      const locked = await lockChecked(tx, actor, { id });
      const { stored, who, subject, cycle } = locked;
      const step = await stepOfReport(tx, stored, cycle, actor.at);
      await takeStep(tx, {
        id,
        event: 'report',
        who: [who],
        actor,
        subjectOf: () => subject,
        work: () => signForEmployer(tx, actor, locked, commitmentId),
        set: { ...editedBy(actor, stored), check_step: step, applicant_name: nameSubmitted },
        detail: { ...(step === 'body' && { step }), commitment: cycle.employerCommitment?.hash ?? null },
      });
      if (step === 'body') await notifyCheckers(tx, stored, step);
    }),
  );

type Verdict = z.output<typeof projectCheckApi.verdict.params> &
  z.output<typeof projectCheckApi.verdict.body>;

/** The step in charge after an event; events that do not change it are missing. */
const nextStep: Partial<Record<Verdict['event'], CheckStep>> = {
  handOn: 'school',
  sendBack: 'college',
  endorse: 'school',
  giveBack: 'school',
};

type Given = Pick<Verdict, 'event' | 'reason'>;

const takeVerdict = async (
  tx: Tx,
  actor: Principal,
  { stored, who, subject }: Locked,
  { event, reason }: Given,
) => {
  const step = nextStep[event];
  await takeStep(tx, {
    id: stored.id,
    event,
    who: [who],
    actor,
    subjectOf: () => subject,
    set: {
      ...editedBy(actor, stored),
      ...(step && { check_step: step }),
      ...((event === 'retract' || event === 'giveBack') && { applicant_name: null }),
    },
    note: reason,
    detail: { reason, ...(step && { step }) },
  });
  await lapseFor(tx, { act: 'recommendException', objectIds: [stored.id], at: actor.at });
  if (event === 'handOn' || event === 'sendBack') await notifyCheckers(tx, stored, step!);
};

/**
 * Verdicts of a checking step. A school declines, reopens, retracts its report or sends a project back to its college;
 * a college hands it on; a supervising body endorses it or gives it back.
 */
export const giveVerdict = (
  deps: Writing & { db: Db },
  actor: Principal,
  { id, event, version, reason }: Verdict,
) =>
  inTransaction(deps.db, async (tx) => {
    const locked = await lockChecked(tx, actor, { id, version });
    await takeVerdict(tx, actor, locked, { event, reason });
    if (event === 'decline')
      await writeToApplicant(tx, deps, locked.stored, { event, params: {}, at: actor.at });
  });

type Retract = z.output<typeof projectCheckApi.retract.body>;

/** Retracts reports, in the versions that the client read, until the office has begun. */
export const retractReports = async (db: Db, actor: Principal, { rows, reason }: Retract) => {
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  const ids = rows.map(({ id }) => id);
  return oneByOne(ids, await findCheckedNames(db, actor, ids), (id) =>
    inTransaction(db, async (tx) => {
      const locked = await lockChecked(tx, actor, { id, version: versions.get(id)! });
      await takeVerdict(tx, actor, locked, { event: 'retract', reason });
    }),
  );
};

type Pass = z.output<typeof projectCheckApi.pass.body>;

/** Passes projects on, each in its own transaction: a college hands on, a supervising body endorses. */
export const passProjects = async (db: Db, actor: Principal, { ids, reason }: Pass) =>
  oneByOne(ids, await findCheckedNames(db, actor, ids), (id) =>
    inTransaction(db, async (tx) => {
      const locked = await lockChecked(tx, actor, { id });
      await takeVerdict(tx, actor, locked, { event: locked.who === 'body' ? 'endorse' : 'handOn', reason });
    }),
  );
