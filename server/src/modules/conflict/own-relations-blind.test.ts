import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownRelationApi as api } from '@zhiping/shared/contracts/own-relation.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { conflictsDone } from '../../../test/conflict-helpers.ts';
import { type TestServer } from '../../../test/harness.ts';
import { deskOf, placesOf, type RoundExpert } from '../../../test/round-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

/** A blind expert who declares names to see which of their projects is halted loses each project that they find. */

let server: TestServer;
let expert: RoundExpert;
let id: number;
let applicantName: string;

beforeAll(async () => {
  const { experts, cycleId, ...world } = await startWorld('released');
  server = world.server;
  const [place] = await placesOf(server, cycleId);
  id = place!.id;
  expert = experts.find(({ expertId }) => expertId === place!.expert)!;
  await deskOf(server).sign(expert, cycleId);
  const { rows } = await server.pool.query<{ name: string }>(
    'select teacher.name from project join teacher using (person_id) where project.id = $1',
    [place!.project],
  );
  applicantName = rows[0]!.name;
});
afterAll(() => server.close());

const declare = async (name: string) => {
  const body = { kind: 'advisor' as const, name, unit: '天津大学', reason: '博士生导师' };
  const made = await server.call(api.declare, { token: expert.token, body });
  expect(made.status, made.error?.message).toBe(201);
  await conflictsDone(server);
  return made.body.id;
};
const remove = (relation: number) => server.call(api.remove, { token: expert.token, body: [relation] });
const desk = async () => (await server.call(reviewApi.read, { token: expert.token, params: { id } })).status;

test('relations declared during a review stay, so that names cannot be tried one after the other', async () => {
  const wrong = await declare('别的人');
  expect(await desk()).toBe(200);
  const right = await declare(applicantName);
  expect(await desk()).toBe(400);
  for (const relation of [wrong, right]) {
    const { status, error } = await remove(relation);
    expect([status, error?.code]).toEqual([400, 'relation.reviewing']);
  }
  const listed = (await server.call(api.list, { token: expert.token })).body;
  expect(listed.map(({ can }) => can.remove)).toEqual([
    expect.stringMatching(/匿名评审/),
    expect.stringMatching(/匿名评审/),
  ]);
  await conflictsDone(server);
  expect(await desk()).toBe(400);
});

test('it is taken back once nothing is left to be reviewed', async () => {
  await server.pool.query(`update assignment set state = 'replaced' where expert_id = $1`, [expert.expertId]);
  const listed = (await server.call(api.list, { token: expert.token })).body;
  expect(listed.map(({ can }) => can.remove)).toEqual([true, true]);
  expect((await remove(listed[0]!.id)).status).toBe(204);
});
