import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import type { DrawRecord } from '@zhiping/shared/rules/draw/record.ts';
import { standardPlan } from '@zhiping/shared/rules/draw/plan.ts';
import { verifyDraw } from '@zhiping/shared/rules/draw/verify-draw.ts';
import { abortWithTwo } from '../../../test/confirm-waiting.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, withoutFiles } from '../../../test/project-helpers.ts';
import {
  drawableExperts,
  eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
} from '../../../test/review-helpers.ts';
import { hashOfJson, sha256 } from '../../platform/hash.ts';

/** Settings of a plan beyond the defaults are part of plan, roster and record. */

let server: TestServer;
let office: string;
let cycleId: number;
beforeAll(async () => {
  server = await startTestServer({
    clock: travellingClock(new Date('2026-09-10T10:00:00+08:00')),
    work: {},
  });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  await drawableExperts(server, 8);
  cycleId = await publishedCycle(server, office, { ...withoutFiles, E5: { values: { days: 0 } } });
  await eligibleProjects(server, cycleId, 2);
});
afterAll(() => server.close());

const recordOf = async (id: number) => {
  const answer = await server.app.inject({
    url: `${API_BASE}/api/draw/${id}/record`,
    headers: { authorization: office },
  });
  return JSON.parse(answer.body) as DrawRecord;
};
const wrongOf = async (record: DrawRecord) =>
  (await verifyDraw(canonicalJson(record), sha256)).findings
    .filter(({ isRight }) => !isRight)
    .map(({ what }) => what);

const asked = {
  similarity: 'pool',
  widestRing: 1,
  leastMatch: 40,
  isWorstRaised: true,
  leastLoad: 1,
} as const;

test('settings reach the computation and are verified; a different record is reported', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, ...asked } });
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const record = await recordOf(id);
  const { plan, params, experts } = record.roster;
  expect(plan).toMatchObject(asked);
  expect(params).toMatchObject({
    similarity: 'pool',
    widestRing: 1,
    leastMatch: 40,
    isWorstRaised: true,
    hasFloors: true,
  });
  expect(new Set(experts.map(({ floor }) => floor))).toEqual(new Set([1]));
  // Eight experts share six assignments, so no expert has two.
  const { body } = await server.call(drawResultApi.read, { token: office, params: { id } });
  expect(body.figures.now.loads).toEqual([{ load: 1, experts: 6 }]);
  expect(await wrongOf(record)).toEqual([]);
  for (const [name, value] of [
    ['similarity', 'table'],
    ['widestRing', 2],
    ['leastMatch', 0],
    ['isWorstRaised', false],
    ['hasFloors', false],
  ] as const) {
    const roster = { ...record.roster, params: { ...params, [name]: value } };
    const rosterHash = hashOfJson(roster);
    expect(await wrongOf({ ...record, roster, rosterHash } as DrawRecord), name).toContain(
      '名册中的参数与抽取方案不符',
    );
  }
  await abortWithTwo(server, id, office, '重抽');
});

test('a plan of an earlier version gets the defaults of newer settings', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await server.pool.query(
    `update draw set plan = '{"mode": "drawOptimise", "isWitnessed": false, "noise": 10, "reserves": 3}' where id = $1`,
    [id],
  );
  await conductDraw(server, id, [{ token: office, secret: newSecret() }]);
  const { body } = await server.call(drawApi.read, { token: office, params: { id } });
  expect(body.plan).toEqual({ ...standardPlan, isWitnessed: false });
  const record = await recordOf(id);
  expect(await wrongOf(record)).toEqual([]);
  // Rosters in records of earlier versions lack these fields.
  const { isWorstRaised: _, ...params } = record.roster.params;
  const { mode, isWitnessed, noise, reserves } = record.roster.plan;
  const roster = { ...record.roster, params, plan: { mode, isWitnessed, noise, reserves } };
  expect(await wrongOf({ ...record, roster } as DrawRecord)).not.toContain('名册中的参数与抽取方案不符');
  await abortWithTwo(server, id, office, '重抽');
});

test('a record verifies as it is, and each changed value, key or character is reported', async () => {
  const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
  const id = await newDraw(server, office, { cycleId, plan: { mode: 'draw' } });
  await conductDraw(server, id, [
    { token: office, secret: newSecret() },
    { token: supervisor, secret: newSecret() },
  ]);
  const text = canonicalJson(await recordOf(id));
  expect(await verifyDraw(text, sha256)).toMatchObject({ isRight: true });
  const missed: string[] = [];
  const isEnglish = (line: string) => /[a-z]{2,} [a-z]{2,} /i.test(line);
  /** Verifies a changed record; `told` must be part of the reported differences. */
  const checkReported = async (where: string, changed: string, told = '') => {
    const { isRight, findings } = await verifyDraw(changed, sha256);
    const wrong = findings.filter((finding) => !finding.isRight);
    const lines = wrong.flatMap((finding) => finding.where ?? []);
    if (isRight || wrong.length === 0 || wrong.some((finding) => !finding.where?.length)) missed.push(where);
    if (lines.some(isEnglish) || !lines.some((line) => line.includes(told)))
      missed.push(`${where}: ${lines.join(' ')}`);
  };
  const other = (value: unknown) => {
    if (typeof value === 'number') return value + 1;
    if (typeof value === 'string')
      return value === '' ? 'x' : `${value.slice(0, -1)}${value.endsWith('a') ? 'b' : 'a'}`;
    if (typeof value === 'boolean') return !value;
    return 'x';
  };
  const root = JSON.parse(text) as Record<string, unknown>;
  const walk = async (node: Record<string, unknown>, path: string): Promise<void> => {
    for (const key of Object.keys(node)) {
      const value = node[key];
      const where = `${path}.${key}`;
      const isBranch = typeof value === 'object' && value !== null;
      if (isBranch) await walk(value as Record<string, unknown>, where);
      else {
        node[key] = other(value);
        await checkReported(where, canonicalJson(root));
      }
      delete node[key];
      // Earlier versions had fewer fields in plans and rules, so a missing one is no difference.
      const mayLack = /\.(plan|limits\..*)\.|isWorstRaised$/.test(where);
      await checkReported(
        `${where} left out`,
        canonicalJson(root),
        Array.isArray(node) || mayLack ? '' : key,
      );
      node[key] = isBranch ? 'x' : {};
      await checkReported(
        `${where} of another kind`,
        canonicalJson(root),
        Array.isArray(node) ? `[${key}]` : key,
      );
      node[key] = value;
    }
    if (Array.isArray(node)) return;
    node['more'] = '附加';
    await checkReported(`${path} with more`, canonicalJson(root), 'more');
    delete node['more'];
  };
  await walk(root, '');
  for (let at = 0; at < text.length; at += 37)
    await checkReported(
      `letter ${at}`,
      `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`,
    );
  await checkReported('a space', `${text.slice(0, 1)} ${text.slice(1)}`);
  await checkReported('a key twice', `{"form":1,${text.slice(1)}`);
  for (const nonsense of [
    '',
    'null',
    '[]',
    '1',
    '"x"',
    '{}',
    '{"form":1}',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  ])
    await checkReported(nonsense.slice(0, 10), nonsense);
  await checkReported('a mark of the byte order', `\uFEFF${text}`, '字节顺序标记');
  await checkReported('its end missing', text.slice(0, -40), '（supervisorSecret）');
  await checkReported('two commas', text.replace('"roster":', ',"roster":'), '无法识别「,"roster":');
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  await checkReported('brackets', text.replace('"later":[]', `"later":${deep}`), 'later[0]');
  await checkReported('a long letter', `{"form":"${'a'.repeat(20_000_000)}`, '（form）');
  expect(missed).toEqual([]);
});

test.each([
  [{ leastMatch: 101 }, '最低匹配不能大于 100'],
  [{ leastLoad: -1 }, '每人最少份数不能小于 0'],
  [{ widestRing: 3 }, '学科范围不能大于 2'],
  [{ similarity: 'none' }, '请选择学科距离'],
])('%j is refused with a message', async (wrong, words) => {
  const { status, error } = await server.call(drawApi.create, {
    token: office,
    body: { cycleId, plan: { ...standardPlan, ...wrong } } as never,
  });
  expect(status).toBe(400);
  expect(JSON.stringify(error)).toContain(words);
});
