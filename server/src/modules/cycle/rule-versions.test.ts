import { afterAll, beforeAll, expect, test } from 'vitest';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { changeByTwo, completeCycle, moveCycle, readCycle, usualTimes } from '../../../test/cycle-helpers.ts';
import { signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { sha256 } from '../../platform/hash.ts';

let server: TestServer;
let office: string;
beforeAll(async () => {
  server = await startTestServer({ clock: travellingClock(new Date('2026-04-01T10:00:00+08:00')) });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
});
afterAll(() => server.close());

test('the day to which years are counted is frozen with the rules, other times are not', async () => {
  const id = await completeCycle(server, office);
  await moveCycle(server, office, { id, event: 'publish' });
  const bodyOf = (times: object) => ({ id, ...usualTimes, ...times, reason: '上级文件调整' });
  const later = bodyOf({ reviewClosesAt: '2026-12-05' });
  const { body } = await server.call(cycleApi.saveSchedule, { token: office, body: later });
  expect(body.confirmationId).toBeNull();
  expect((await readCycle(server, office, id)).ruleVersion).toBe(1);
  await changeByTwo(server, cycleApi.saveSchedule, {
    token: office,
    body: { ...later, cutoffDay: '2026-08-31' },
  });
  expect((await readCycle(server, office, id)).ruleVersion).toBe(2);
  const frozen = await server.db
    .selectFrom('rule_set')
    .select('content')
    .where('cycle_id', '=', id)
    .orderBy('version')
    .execute();
  expect(frozen.map(({ content }) => content.cutoffDay)).toEqual(['2026-12-31', '2026-08-31']);
});

test('every version is read as the bytes that were hashed, by those who read cycles', async () => {
  const id = await completeCycle(server, office);
  await moveCycle(server, office, { id, event: 'publish' });
  const rules = { F1: { values: { count: 5 } } };
  await changeByTwo(server, cycleApi.saveRules, { token: office, body: { id, rules, reason: '调整' } });
  const { versions } = await readCycle(server, office, id);
  expect(versions).toHaveLength(2);
  const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
  for (const { version, hash } of versions) {
    const { rawPayload } = await server.app.inject(
      requestOf(cycleApi.frozen, { token: supervisor, params: { id, version } }),
    );
    expect(sha256(rawPayload)).toBe(hash);
  }
  const missing = await server.call(cycleApi.frozen, { token: office, params: { id, version: 3 } });
  expect(missing.status).toBe(404);
  const { token } = await signedIn(server.db, { roleIds: [9], deptId: 30 });
  expect((await server.call(cycleApi.frozen, { token, params: { id, version: 1 } })).status).toBe(403);
});

test('a copy that is still written for the year before says so until it is mended', async () => {
  const source = await completeCycle(server, office);
  const { commitments } = await readCycle(server, office, source);
  const save = async (id: number, notice: string) =>
    server.call(cycleApi.saveTexts, { token: office, body: { id, notice, commitments } });
  await save(source, '请于 2026年9月30日前申报，依据人社部规〔2019〕2号。');
  const name = `2027 年度评审 ${source}`;
  const { body } = await server.call(cycleApi.create, {
    token: office,
    body: { name, year: 2027, organiser: '省厅', copyOf: source },
  });
  const stale = async () =>
    (await readCycle(server, office, body.id)).warnings.filter(({ message }) => message.includes('仍为'));
  expect(await stale()).toMatchObject([
    { step: 'texts', message: expect.stringContaining('申报通知仍为 2026 年的') },
  ]);
  await save(body.id, '请于 2027年9月30日前申报，依据人社部规〔2019〕2号。');
  expect(await stale()).toEqual([]);
});
