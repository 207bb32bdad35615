import { beforeEach, expect, test } from 'vitest';
import { conflictApi } from '@zhiping/shared/contracts/conflict.ts';
import { notificationApi } from '@zhiping/shared/contracts/notification.ts';
import { ownRelationApi as api } from '@zhiping/shared/contracts/own-relation.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { conflictsDone, findComputed } from '../../../test/conflict-helpers.ts';
import { type TestServer } from '../../../test/harness.ts';
import { closeRound, deskOf, placesOf, type RoundExpert, submitAll } from '../../../test/round-helpers.ts';
import { wholeOpinion } from '../../../test/review-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

/** A blind expert who declares guessed names learns by no call whether one was right, and takes none of them back. */

let server: TestServer;
let office: string;
let experts: RoundExpert[];
let cycleId: number;
let expert: RoundExpert;
let place: { id: number; project: number; expert: number };
let applicantName: string;

beforeEach(async () => {
  ({ server, office, experts, cycleId } = await startWorld('released'));
  const [first] = await placesOf(server, cycleId);
  place = first!;
  expert = experts.find(({ expertId }) => expertId === place.expert)!;
  const { rows } = await server.pool.query<{ name: string }>(
    'select teacher.name from project join teacher using (person_id) where project.id = $1',
    [place.project],
  );
  applicantName = rows[0]!.name;
  return () => server.close();
});

const declare = async (name: string) => {
  const body = { kind: 'advisor' as const, name, unit: '天津大学', reason: '博士生导师' };
  const made = await server.call(api.declare, { token: expert.token, body });
  await conflictsDone(server);
  return made;
};

/** All that the expert can see and do, with a score for the opinion that is submitted at the end. */
const walk = async (score: number) => {
  const { token, expertId } = expert;
  const { sign, save, submit, move } = deskOf(server);
  const task = { expert, id: place.id };
  const desk = async () => {
    const { status, body } = await server.call(reviewApi.read, { token, params: { id: place.id } });
    return [status, body.version, body.state];
  };
  const list = async () =>
    (await server.call(reviewApi.list, { token, params: { id: expertId } })).body.content.map(
      ({ assignmentId, isHalted, status }) => [assignmentId, isHalted, status],
    );
  const seen: unknown[] = [(await sign(expert, cycleId)).status, await list(), await desk()];
  const { version } = (await server.call(reviewApi.read, { token, params: { id: place.id } })).body;
  const opinion = wholeOpinion({ scores: { topic: 16, method: 25, works: score, norms: 12 } });
  seen.push((await save(task, version, opinion)).status, (await submit(task, version + 1)).status);
  seen.push(await list(), (await move(task, 'recall')).status, await list());
  seen.push((await submit(task, version + 1)).status, await list());
  return seen.map((one) => JSON.stringify(one).replaceAll(/,\d+,/g, ','));
};

test('a right guess changes nothing at list, desk, save, submission and recall', async () => {
  await walk(30);
  expect(
    (
      await server.call(reviewApi.move, {
        token: expert.token,
        params: { id: place.id },
        body: { event: 'recall' },
      })
    ).status,
  ).toBe(204);
  expect((await declare('别的人')).status).toBe(201);
  const wrong = await walk(30);
  await server.call(reviewApi.move, {
    token: expert.token,
    params: { id: place.id },
    body: { event: 'recall' },
  });
  expect((await declare(applicantName)).status).toBe(201);
  expect(await findComputed(server, place.project, place.expert)).toContain('advisor block');
  expect(await walk(30)).toEqual(wrong);
});

test('the office is told, and what it decides holds', async () => {
  await declare(applicantName);
  const { sign } = deskOf(server);
  await sign(expert, cycleId);
  const told = async () =>
    (await server.call(notificationApi.list, { token: office })).body.content.filter(({ text }) =>
      text.includes('申明了利害关系'),
    );
  expect(await told()).toMatchObject([{ link: `/review/conflict?expert=${place.expert}` }]);
  await declare('又一人');
  expect(await told()).toHaveLength(1);
  const { body } = await server.call(conflictApi.list, {
    token: office,
    query: { projectId: place.project, expertId: place.expert },
  });
  const { id } = body.content.find(({ kind }) => kind === 'advisor')!;
  const read = () => server.call(reviewApi.read, { token: expert.token, params: { id: place.id } });
  expect((await read()).status).toBe(200);
  await server.call(conflictApi.pin, {
    token: office,
    params: { id },
    body: { pinned: 'block', reason: '情况属实' },
  });
  expect((await read()).error?.code).toBe('review.halted');
});

test('a declaration stays until the round is over, also once the opinion is submitted or the expert replaced', async () => {
  const { body } = await declare(applicantName);
  const remove = () => server.call(api.remove, { token: expert.token, body: [body.id] });
  const refused = async () => {
    const { status, error } = await remove();
    expect([status, error?.code]).toEqual([400, 'relation.reviewing']);
    const [own] = (await server.call(api.list, { token: expert.token })).body;
    expect(own!.can.remove).toMatch(/匿名评审/);
  };
  await refused();
  await submitAll(server, experts, cycleId);
  await refused();
  expect((await closeRound(server, office, cycleId)).status).toBe(204);
  expect((await remove()).status).toBe(204);
  const { rows } = await server.pool.query(
    `select action, detail from audit_event where entity = 'declared_relation' order by seq`,
  );
  const detail = { expertId: place.expert, kind: 'advisor', declaredBy: 'expert' };
  expect(rows).toMatchObject([
    { action: 'declared_relation.created', detail },
    { action: 'declared_relation.deleted', detail },
  ]);
  expect(JSON.stringify(rows)).not.toContain(applicantName);
});

test('twenty names are declared in a round at most', async () => {
  for (let index = 0; index < 20; index += 1)
    expect(
      (
        await server.call(api.declare, {
          token: expert.token,
          body: { kind: 'other', name: `某人${index}`, unit: null, reason: '合作' },
        })
      ).status,
    ).toBe(201);
  const { status, error } = await declare(applicantName);
  expect([status, error?.code]).toEqual([400, 'relation.too_many']);
});

test('nothing that an expert enters about themselves halts a blind project', async () => {
  const { sign } = deskOf(server);
  await sign(expert, cycleId);
  await server.pool.query(
    `insert into expert_affiliation (expert_id, org_id, org_name, from_year, to_year)
      select $1, school_id, '天津大学', 2020, null from project where id = $2`,
    [place.expert, place.project],
  );
  await conflictsDone(server);
  expect(await findComputed(server, place.project, place.expert)).toContain('sameUnit block');
  const read = await server.call(reviewApi.read, { token: expert.token, params: { id: place.id } });
  expect(read.status).toBe(200);
});
