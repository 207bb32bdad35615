import { endedStates } from '@zhiping/shared/rules/assignment/states.ts';
import { expect } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { withSecond } from './confirm-waiting.ts';
import type { TestServer } from './harness.ts';
import { publishedCycle, withoutFiles } from './project-helpers.ts';
import {
  type drawableExperts,
  eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
  releaseDraw,
  tasksOf,
  wholeOpinion,
} from './review-helpers.ts';

export type RoundExpert = Awaited<ReturnType<typeof drawableExperts>>[number];
export type Task = { expert: RoundExpert; id: number };

/** A cycle with released assignments. Experts drawn in another cycle may be drawn again. */
export const openRound = async (
  server: TestServer,
  office: string,
  { files = 2, rules = {} }: { files?: number; rules?: Record<string, object> } = {},
) => {
  const cycleId = await publishedCycle(server, office, {
    ...withoutFiles,
    E5: { values: { days: 0 } },
    ...rules,
  });
  const projects = await eligibleProjects(server, cycleId, files);
  const drawId = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, drawId, [{ token: office, secret: newSecret() }]);
  await releaseDraw(server, office, drawId);
  return { cycleId, projects, drawId };
};

/** Calls of an expert on their assignments. */
export const deskOf = (server: TestServer) => {
  const sign = ({ token }: RoundExpert, cycleId: number, body: object = {}) =>
    server.call(reviewApi.commit, { token, body: { cycleId, version: 1, agreed: true, ...body } });
  const save = ({ expert, id }: Task, version: number, opinion: FilledForm = wholeOpinion()) =>
    server.call(reviewApi.save, {
      token: expert.token,
      params: { id },
      body: { version, opinion, client: 'tab1', seconds: 5 },
    });
  const submit = ({ expert, id }: Task, version: number) =>
    server.call(reviewApi.submit, { token: expert.token, params: { id }, body: { version } });
  const move = ({ expert, id }: Task, event: 'decline' | 'recuse' | 'recall') =>
    server.call(reviewApi.move, { token: expert.token, params: { id }, body: { event, reason: '原因' } });
  const read = async ({ expert, id }: Task) =>
    (await server.call(reviewApi.read, { token: expert.token, params: { id } })).body;
  return { sign, save, submit, move, read };
};

/** Every file of a cycle that waits for its expert. */
export const openTasks = async (
  server: TestServer,
  experts: readonly RoundExpert[],
  cycleId: number,
): Promise<Task[]> => {
  const found: Task[] = [];
  for (const expert of experts)
    for (const task of await tasksOf(server, expert))
      if (task.cycleId === cycleId && !['declined', 'recused', 'submitted', 'locked'].includes(task.status))
        found.push({ expert, id: task.assignmentId });
  return found;
};

/** Submits every opinion of a cycle. */
export const submitAll = async (server: TestServer, experts: readonly RoundExpert[], cycleId: number) => {
  const { sign, save, submit, read } = deskOf(server);
  for (const expert of experts) await sign(expert, cycleId);
  const tasks = await openTasks(server, experts, cycleId);
  for (const task of tasks) {
    const { version } = await read(task);
    await save(task, version);
    const sent = await submit(task, version + 1);
    expect(sent.status, sent.error?.message).toBe(204);
  }
  return tasks;
};

type Row = {
  id: number;
  project: number;
  expert: number;
  slot: number;
  state: string;
  version: number;
  reason: string | null;
};

/** Who holds, or held, which place of a cycle. */
export const placesOf = async (server: TestServer, cycleId: number): Promise<Row[]> => {
  const { rows } = await server.pool.query<Row>(
    `select id::float8 as id, project_id::int as project, expert_id::int as expert, slot, state, version, ended_reason as reason
      from assignment where cycle_id = $1 order by project_id, slot, create_time`,
    [cycleId],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
};

export const ended: readonly string[] = endedStates;

/** Closes a round; before its end a second person of the office confirms it. */
export const closeRound = async (server: TestServer, token: string, cycleId: number) => {
  const asked = await server.call(assignmentApi.close, { token, body: { cycleId, reason: '意见已交齐' } });
  return withSecond(server, asked);
};

/** Calls of the office on the places of a cycle, with a second person where one is asked, and who holds them. */
export const officeOf = (server: TestServer, office: string, cycleId: number) => {
  const held = async () => (await placesOf(server, cycleId)).filter(({ state }) => !ended.includes(state));
  return {
    replace: async (id: number, version: number, token = office) => {
      const body = { version, reason: '联系不上' };
      return withSecond(server, await server.call(assignmentApi.replace, { token, params: { id }, body }));
    },
    change: async (id: number, expertId: number, version = 1) => {
      const body = { version, expertId, reason: '调整' };
      const asked = await server.call(assignmentApi.change, { token: office, params: { id }, body });
      return withSecond(server, asked);
    },
    add: async (projectId: number, expertId?: number) => {
      const body = { projectId, expertId, reason: '补充' };
      return withSecond(server, await server.call(assignmentApi.add, { token: office, body }));
    },
    held,
    holdersOf: async (project: number) =>
      (await held()).filter((place) => place.project === project).map(({ expert }) => expert),
  };
};
