import { afterAll, beforeAll, expect, test } from 'vitest';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { completeCycle, moveCycle, readCycle } from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { withoutFiles } from '../../../test/project-helpers.ts';

let server: TestServer;
let office: string;
beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-08-01T10:00:00+08:00')) });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
});
afterAll(() => server.close());

test('a blind review of works needs works or their texts', async () => {
  const id = await completeCycle(server, office);
  const least = { fullSenior: 0, associateSenior: 0, middle: 1, junior: 0, technician: 0 };
  const texts = { ...withoutFiles.M1.values.least };
  const save = (representativeWork: number) =>
    server.call(cycleApi.saveMaterials, {
      token: office,
      body: {
        id,
        rules: { W1: { values: { least } }, M1: { values: { least: { ...texts, representativeWork } } } },
        proofs: [],
      },
    });
  expect((await save(0)).status).toBe(200);
  const message = '匿名评审依据代表作评分，规则却不要求代表作，也不要求代表作全文，专家没有可读的材料';
  expect((await readCycle(server, office, id)).missing).toEqual([{ step: 'materials', message }]);
  const refused = await moveCycle(server, office, { id, event: 'publish' });
  expect(refused.status).toBe(400);
  await save(1);
  expect((await readCycle(server, office, id)).missing).toEqual([]);
});
