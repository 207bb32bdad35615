import { beforeEach, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { signedIn } from '../../../test/factories.ts';
import type { TestServer } from '../../../test/harness.ts';
import { readDraw } from '../../../test/review-helpers.ts';
import { ended, placesOf } from '../../../test/round-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';

/** A result that one person changed is released by two. */

let server: TestServer;
let office: string;
let supervisor: string;
let second: string;
let cycleId: number;
let id: number;

beforeEach(async () => {
  ({ server, office, supervisor, cycleId, drawId: id } = await startWorld('drawn'));
  second = (await signedIn(server.db, { roleIds: [3] })).token;
  return () => server.close();
});

const held = async () => (await placesOf(server, cycleId)).filter(({ state }) => !ended.includes(state));

/** Chooses the expert of the first place by hand; answers the chosen one. */
const choose = async () => {
  const [place] = await held();
  const { body } = await server.call(assignmentApi.candidates, {
    token: office,
    query: { projectId: place!.project, assignmentId: place!.id },
  });
  const { expertId } = body.find(({ denial }) => denial === null)!;
  const changed = await server.call(assignmentApi.change, {
    token: office,
    params: { id: place!.id },
    body: { version: place!.version, expertId, reason: '熟悉的专家' },
  });
  expect(changed.status, changed.error?.message).toBe(200);
  return { expertId, project: place!.project };
};

const release = (reason?: string) =>
  server.call(drawApi.release, { token: office, params: { id }, body: { reason } });
const confirm = (token: string, request: number) =>
  server.call(confirmationApi.confirm, { token, params: { id: request }, body: { note: null } });

test('one officer releases what the draw gave, and no expert whom they chose themselves', async () => {
  const { expertId, project } = await choose();
  expect((await readDraw(server, office, id)).isChanged).toBe(true);
  expect((await release()).error.errors).toEqual([{ field: 'reason', message: '请输入调整的原因' }]);
  const asked = await release('原专家请假');
  expect(asked.body).toMatchObject({ confirmationId: expect.any(Number), released: null });
  expect((await held()).map(({ state }) => state)).not.toContain('released');

  const request = asked.body.confirmationId!;
  const waiting = await server.call(confirmationApi.list, { token: second, query: { state: 'waiting' } });
  expect(waiting.body.content.find((one) => one.id === request)?.summary).toMatch(
    /第 1 次抽取的结果，其中 1 处与抽取产生的专家不同$/,
  );
  expect((await confirm(office, request)).status).toBe(403);
  expect((await confirm(second, request)).status).toBe(204);
  const places = await held();
  expect(new Set(places.map(({ state }) => state))).toEqual(new Set(['released']));
  expect(places).toContainEqual(expect.objectContaining({ project, expert: expertId }));
  const { steps, isChanged } = await readDraw(server, supervisor, id);
  expect(steps.at(-1)?.note).toMatch(/^1 处经人工调整，.+提出、.+复核$/);
  expect(isChanged).toBe(false);
});

test('a result whose changes are undone is released by one', async () => {
  await choose();
  const undone = await server.call(drawResultApi.undo, {
    token: office,
    params: { id },
    body: { no: 1, reason: '撤销' },
  });
  expect(undone.status, undone.error?.message).toBe(204);
  expect(await readDraw(server, office, id)).toMatchObject({ isChanged: false });
  expect((await release()).body).toMatchObject({
    confirmationId: null,
    released: { sent: (await held()).length },
  });
});

test('a change after the request takes a new one', async () => {
  await choose();
  const asked = await release('原专家请假');
  await choose();
  expect((await confirm(second, asked.body.confirmationId!)).status).toBe(400);
  expect((await release('原专家请假')).status).toBe(200);
});

test('nobody confirms a result that they changed themselves', async () => {
  await choose();
  const asked = await server.call(drawApi.release, {
    token: second,
    params: { id },
    body: { reason: '原专家请假' },
  });
  const refused = await confirm(office, asked.body.confirmationId!);
  expect([refused.status, refused.error.code]).toEqual([400, 'draw.own_change']);
});

test('nor with another account of theirs', async () => {
  await choose();
  const asked = await server.call(drawApi.release, {
    token: second,
    params: { id },
    body: { reason: '请假' },
  });
  const other = await signedIn(server.db, { roleIds: [3] });
  await server.pool.query(
    `update sys_user set phone = (select phone from sys_user changer where changer.id =
      (select actor_id from draw_step where draw_id = $2 limit 1)) where id = $1`,
    [other.id, id],
  );
  const refused = await confirm(other.token, asked.body.confirmationId!);
  expect([refused.status, refused.error.code]).toEqual([400, 'draw.own_change']);
});

test('what blocks a release also blocks the request for it', async () => {
  await choose();
  const [, place] = await held();
  await server.pool.query('update expert set enabled = false where id = $1', [place!.expert]);
  const { status, error } = await release('原专家请假');
  expect([status, error.message]).toEqual([400, expect.stringContaining('须先更换专家')]);
});

test('beside each changed place the result names the expert whom the draw gave', async () => {
  const before = await held();
  const { expertId, project } = await choose();
  const { body } = await server.call(drawResultApi.files, { token: office, query: { id, kind: 'changed' } });
  expect(body.content.map(({ projectId }) => projectId)).toEqual([project]);
  const { rows } = await server.pool.query<{ name: string }>('select name from expert where id = $1', [
    before[0]!.expert,
  ]);
  const places = body.content[0]!.places.map((place) => [place.expertId, place.drawn]);
  expect(places).toContainEqual([expertId, rows[0]!.name]);
  expect(places.filter(([, drawn]) => drawn !== null)).toHaveLength(1);
});

test('the supervisor reads how many places differ, without an expert', async () => {
  const { project } = await choose();
  const { body } = await server.call(drawApi.standing, { token: supervisor, params: { id } });
  const { rows } = await server.pool.query<{ no: string }>('select no from project where id = $1', [project]);
  expect(body.groups).toEqual([
    { kind: 'changed', places: 1, named: [{ no: rows[0]!.no, reason: '人工调整' }], more: false },
  ]);
});
