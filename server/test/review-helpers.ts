import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { standardPlan, type DrawPlan } from '@zhiping/shared/rules/draw/plan.ts';
import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { confirmWaiting } from './confirm-waiting.ts';
import { createExpert } from './factories.ts';
import type { TestServer } from './harness.ts';
import { completeProject, newApplicant, submit } from './project-helpers.ts';
import { patience } from './idle.ts';
import { sha256 } from '../src/platform/hash.ts';

const schools = [
  '清华大学',
  '北京大学',
  '南开大学',
  '浙江大学',
  '复旦大学',
  '南京大学',
  '武汉大学',
  '四川大学',
];

/** Experts who may be drawn, each of a different school as long as there are any. */
export const drawableExperts = async (server: TestServer, count: number) => {
  const experts = [];
  for (let index = 0; index < count; index += 1) {
    const expert = await createExpert(server.db, {
      name: `专家${index + 1}号`,
      school: schools[index % schools.length]!,
      phone: `1370000${String(1000 + index)}`,
    });
    await server.db
      .updateTable('expert')
      .set({ confirmed_at: new Date(), term_start: '2026-01-01', term_ends_at: '2028-12-31' })
      .where('id', '=', expert.expertId)
      .execute();
    experts.push(expert);
  }
  return experts;
};

/** Eligible projects in a cycle that has reached its review. */
export const eligibleProjects = async (server: TestServer, cycleId: number, count: number) => {
  const projects = [];
  for (let index = 0; index < count; index += 1) {
    const applicant = await newApplicant(server);
    const id = await completeProject(server, applicant, cycleId);
    const sent = await submit(server, applicant.token, id);
    expect(sent.status, sent.error?.message).toBe(204);
    projects.push({ ...applicant, id });
  }
  await server.pool.query(`update project set state = 'eligible' where cycle_id = $1`, [cycleId]);
  await server.pool.query(`update cycle set state = 'reviewing' where id = $1`, [cycleId]);
  return projects;
};

export const newSecret = () => randomBytes(32).toString('hex');
export const commitOf = (secret: string) => sha256(secret);

type Side = { token: string; secret: string };

/** A new draw of a cycle. */
export const newDraw = async (
  server: TestServer,
  token: string,
  { cycleId, plan = {} }: { cycleId: number; plan?: Partial<DrawPlan> },
) => {
  const { status, body, error } = await server.call(drawApi.create, {
    token,
    body: { cycleId, plan: { ...standardPlan, ...plan } },
  });
  expect(status, error?.message).toBe(201);
  return body.id;
};

export const readDraw = async (server: TestServer, token: string, id: number) =>
  (await server.call(drawApi.read, { token, params: { id } })).body;

/** Both promise, the office freezes, both open, and the result comes. */
export const conductDraw = async (server: TestServer, id: number, [office, ...others]: [Side, ...Side[]]) => {
  const done = (answer: { status: number; error?: { message: string } }) =>
    expect(answer.status, answer.error?.message).toBe(204);
  const sides = [office, ...others];
  for (const { token, secret } of sides)
    done(await server.call(drawApi.commit, { token, params: { id }, body: { commit: commitOf(secret) } }));
  // Conflicts of what a test has just made are computed behind its back.
  await vi.waitFor(
    async () => done(await server.call(drawApi.freeze, { token: office.token, params: { id } })),
    patience,
  );
  for (const { token, secret } of sides)
    done(await server.call(drawApi.open, { token, params: { id }, body: { secret } }));
  await vi.waitFor(async () => {
    const { state, problem } = await readDraw(server, office.token, id);
    expect(problem ?? state).toBe('drawn');
  }, patience);
};

export const releaseDraw = async (server: TestServer, token: string, id: number) => {
  const { status, body, error } = await server.call(drawApi.release, {
    token,
    params: { id },
    body: { reason: '专家请假' },
  });
  expect(status, error?.message).toBe(200);
  if (body.confirmationId !== null) await confirmWaiting(server);
};

/** A whole opinion by the standard form. */
export const wholeOpinion = (change: Partial<FilledForm> = {}): FilledForm => ({
  scores: { topic: 16, method: 25, works: 30, norms: 12 },
  texts: { opinion: '该同志在本学科方向上有系统的研究，'.repeat(6) },
  conclusion: 'agree',
  grade: null,
  ...change,
});

/** The assignments of an expert, in their own view. */
export const tasksOf = async (server: TestServer, { token, expertId }: { token: string; expertId: number }) =>
  (await server.call(reviewApi.list, { token, params: { id: expertId }, query: { size: 100 } })).body.content;
