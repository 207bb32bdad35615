import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { mappingApi } from '@zhiping/shared/contracts/mapping.ts';
import { confirmOne } from '../../../test/confirm-waiting.ts';
import { sendFile } from '../../../test/file-helpers.ts';
import { requestOf, type TestServer } from '../../../test/harness.ts';
import { type OfficeUser, startCovered } from '../../../test/mapping-helpers.ts';
import { conductDraw, newDraw, newSecret, releaseDraw } from '../../../test/review-helpers.ts';
import { placesOf } from '../../../test/round-helpers.ts';

/** A later draw for a project that already has experts: the reason "already has it" would reveal them. */

let server: TestServer;
let office: OfficeUser;
let cycleId: number;
let drawId: number;
let projectId: number;
let holder: number;
let place: { id: number; version: number };

beforeAll(async () => {
  const covered = await startCovered();
  ({ server, office, cycleId } = covered);
  await releaseDraw(server, office.token, covered.drawId);
  const [gone, staying] = await placesOf(server, cycleId);
  ({ project: projectId, expert: holder } = staying!);
  await server.pool.query(`update assignment set state = 'recused' where id = $1`, [gone!.id]);
  drawId = await newDraw(server, office.token, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, drawId, [{ token: office.token, secret: newSecret() }]);
  place = (await placesOf(server, cycleId)).find(({ state }) => state === 'proposed')!;
});
afterAll(() => server.close());

const tries = async () => {
  const { token } = office;
  const params = { id: drawId };
  const sheet = await server.app.inject(requestOf(drawResultApi.sheet, { token, params }));
  const sent = { name: '结果.xlsx', bytes: sheet.rawPayload };
  return [
    await server.call(assignmentApi.change, {
      token,
      params: { id: place.id },
      body: { version: place.version, expertId: holder, reason: '调整' },
    }),
    await server.call(drawResultApi.consequence, {
      token,
      params,
      query: { assignmentId: place.id, expertId: holder },
    }),
    await server.call(drawResultApi.startWhy, { token, params, body: { projectId, expertId: holder } }),
    await server.call(drawResultApi.why, { token, params, query: { projectId } }),
    await sendFile(server, drawResultApi.import, sent, { token, params, query: { dryRun: true } }),
  ];
};

test('a later draw does not reveal the experts of a project', async () => {
  expect((await tries()).map(({ error }) => error?.code)).toEqual(
    Array.from({ length: 5 }, () => 'mapping.hidden'),
  );
});

test('once a second person has confirmed, the office works by name in a later draw, and each reading is recorded', async () => {
  const asked = await server.call(mappingApi.ask, {
    token: office.token,
    body: { cycleId, reason: '补充抽取须换人' },
  });
  const confirmed = await confirmOne(server, asked.body.id);
  expect(confirmed.status, confirmed.error?.message).toBe(204);
  const [changed, ...others] = await tries();
  expect(changed!.error?.errors?.[0]?.message).toBe('已在评审这份材料');
  expect(others.map(({ status }) => status)).toEqual([400, 204, 200, 200]);
  const { rows } = await server.pool.query<{ what: string }>(
    `select detail ->> 'what' as what from audit_event where action = 'mapping.read'`,
  );
  expect(rows.map(({ what }) => what)).toContain('sheet');
});
