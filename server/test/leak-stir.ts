import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { expertEnv } from './expert-helpers.ts';
import { findSchoolId, openTestSession } from './factories.ts';
import { startTestServer, type TestServer, travellingClock } from './harness.ts';
import { fillIn } from './leak-reviews.ts';
import type { World } from './leak-world.ts';
import { completeProject, publishedCycle, readProject, submit, withoutFiles } from './project-helpers.ts';

/** While its window is open. */
const NOW = new Date('2026-09-12T10:00:00+08:00');

type Step = { name: string; status: number; message: string | undefined };
type Answered = { status: number; error?: { message?: string } };

/**
 * From applicant to school and back: for the reader who applies at the own school, and for an applicant of a foreign
 * one.
 */
const stirApplications = async (
  node: TestServer,
  world: World,
  note: (name: string, done: Answered) => void,
) => {
  const cycleId = await publishedCycle(node, world.office.token, {
    ...withoutFiles,
    A2: { values: { most: 2 } },
  });
  const giveUp = async (name: string, { token, id }: { token: string; id: number }) => {
    const { version } = await readProject(node, token, id);
    note(
      name,
      await node.call(projectApi.move, { token, params: { id, event: 'withdraw' }, body: { version } }),
    );
  };
  const token = await openTestSession(node.db, world.applicantUser);
  const schoolId = await findSchoolId(node.db, '天津大学');
  const id = await completeProject(node, { token, schoolId }, cycleId);
  note('own applicant hands in', await submit(node, token, id));
  const { version } = await readProject(node, token, id);
  const returned = await node.call(projectApi.return, {
    token: world.school.token,
    params: { id },
    body: { version, reason: '请补充', reasons: [] },
  });
  note('own school returns', returned);
  note('own applicant hands in again', await submit(node, token, id));
  await giveUp('own applicant gives up', { token, id });
  const foreign = await fillIn(node, cycleId, { school: '南开大学', name: 'applicant' });
  note('foreign applicant hands in', await submit(node, foreign.token, foreign.id));
  await giveUp('foreign applicant gives up', foreign);
};

/** Returns the opinion of another expert on the reader's project, who then declines; sends reminders. */
const stirRound = async (node: TestServer, world: World, note: (name: string, done: Answered) => void) => {
  const { rows } = await node.pool.query<{ id: string; version: number; user_id: string }>(
    `select assignment.id, assignment.version, user_id from assignment join expert on expert.id = expert_id
      where project_id = $1 and expert_id = $2`,
    [world.reviewProject, world.foreign],
  );
  const [place] = rows;
  const id = Number(place!.id);
  const returned = await node.call(assignmentApi.return, {
    token: world.office.token,
    params: { id },
    body: { version: place!.version, reason: '笼统', dueAt: null },
  });
  note('office returns an opinion', returned);
  await node.pool.query('update expert set confirmed_at = now() where id = $1', [world.foreign]);
  // Once submitted no assignment ends: this expert had only begun.
  await node.pool.query(`update assignment set state = 'reviewing', is_counted = false where id = $1`, [id]);
  const recused = await node.call(reviewApi.move, {
    token: await openTestSession(node.db, Number(place!.user_id)),
    params: { id },
    body: { event: 'recuse', reason: '认识' },
  });
  note('expert gives a file back', recused);
  const reminded = await node.call(reviewBoardApi.remind, {
    token: world.office.token,
    body: { cycleId: world.reviewCycle, expertIds: [world.expertReader, world.foreign] },
  });
  note('office reminds', reminded);
};

/** Work of others while pages are open, on another node. Returns the refused steps; in the other world some differ. */
export const stir = async ({ connection }: TestServer, world: World): Promise<string[]> => {
  const node = await startTestServer({ ...expertEnv, connection, clock: travellingClock(NOW) });
  const steps: Step[] = [];
  const note = (name: string, { status, error }: Answered) =>
    steps.push({ name, status, message: error?.message });
  try {
    await stirApplications(node, world, note);
    await stirRound(node, world, note);
  } finally {
    await node.close();
  }
  return steps.filter(({ status }) => status >= 300).map(({ name, message }) => `${name}: ${message}`);
};
