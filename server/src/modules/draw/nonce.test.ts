import { afterEach, expect, test, vi } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { hashesOf } from '@zhiping/shared/rules/draw/record-hashes.ts';
import { laterText, seedText } from '@zhiping/shared/rules/draw/record.ts';
import { computeDraw } from '@zhiping/shared/rules/draw/run-draw.ts';
import { standardPlan } from '@zhiping/shared/rules/draw/plan.ts';
import { verifyDraw } from '@zhiping/shared/rules/draw/verify-draw.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import type { TestServer } from '../../../test/harness.ts';
import { conflictsDone } from '../../../test/conflict-helpers.ts';
import { patience } from '../../../test/idle.ts';
import { publishedCycle, withoutFiles } from '../../../test/project-helpers.ts';
import { commitOf, eligibleProjects, newDraw, newSecret, readDraw } from '../../../test/review-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';
import { sha256 } from '../../platform/hash.ts';

let server: TestServer;
afterEach(() => server.close());

const recordOf = async (token: string, id: number) => {
  const answer = await server.app.inject({
    url: `${API_BASE}/api/draw/${id}/record`,
    headers: { authorization: token },
  });
  return { status: answer.statusCode, text: answer.body };
};
const wrongOf = async (record: object) =>
  (await verifyDraw(canonicalJson(record), sha256)).findings.filter(({ isRight }) => !isRight);

test('the number of the server is read by nobody before both sides are open, and is the one that its hash told', async () => {
  const world = await startWorld('eligible');
  ({ server } = world);
  const { office, supervisor, cycleId } = world;
  await conflictsDone(server);
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: true } });
  const sides = [
    { token: office, secret: newSecret() },
    { token: supervisor, secret: newSecret() },
  ] as const;
  for (const { token, secret } of sides)
    await server.call(drawApi.commit, { token, params: { id }, body: { commit: commitOf(secret) } });
  expect(await readDraw(server, office, id)).toMatchObject({ nonceHash: null, nonce: null });
  await vi.waitFor(
    async () =>
      expect((await server.call(drawApi.freeze, { token: office, params: { id } })).status).toBe(204),
    patience,
  );
  const { nonceHash } = await readDraw(server, office, id);
  expect(nonceHash).toMatch(/^[0-9a-f]{64}$/);
  const { rows } = await server.pool.query<{ nonce: string }>('select nonce from draw where id = $1', [id]);
  const [{ nonce }] = rows as [{ nonce: string }];
  const expectHidden = async () => {
    for (const { token } of sides) {
      const read = await server.app.inject({
        url: `${API_BASE}/api/draw/${id}`,
        headers: { authorization: token },
      });
      expect(read.json()).toMatchObject({ nonceHash, nonce: null });
      expect(read.body).not.toContain(nonce);
      const record = await recordOf(token, id);
      expect(record.status).toBeGreaterThanOrEqual(400);
      expect(record.text).not.toContain(nonce);
    }
  };
  await expectHidden();
  await server.call(drawApi.open, { token: office, params: { id }, body: { secret: sides[0].secret } });
  await expectHidden();
  await server.call(drawApi.open, { token: supervisor, params: { id }, body: { secret: sides[1].secret } });
  await vi.waitFor(
    async () =>
      expect(await readDraw(server, office, id)).toMatchObject({ state: 'drawn', nonce, nonceHash }),
    patience,
  );
  expect(sha256(nonce)).toBe(nonceHash);
});

test('a changed number is named, and a record without one says what it cannot prove', async () => {
  const world = await startWorld('drawn');
  ({ server } = world);
  const { office, drawId } = world;
  const { text } = await recordOf(office, drawId);
  const record = JSON.parse(text);
  const { findings, isRight } = await verifyDraw(text, sha256);
  expect(isRight, JSON.stringify(findings)).toBe(true);
  expect(findings).toContainEqual({ what: '系统随机数与冻结名册时的摘要相符', isRight: true });
  expect(findings.filter(({ isLimit }) => isLimit)).toEqual([
    { what: '没有监督员参加：不能证明随机数由两方各自提供', isRight: true, isLimit: true },
  ]);
  expect(hashesOf(text)).toContainEqual({ name: '系统随机数摘要', value: record.nonceHash });

  const nonce = 'f'.repeat(64);
  expect((await wrongOf({ ...record, nonce })).map(({ what }) => what)).toEqual([
    '系统随机数与冻结名册时的摘要不符：其中之一被改过',
    '种子与双方随机数、名册摘要、批次和系统随机数不符：其中之一被改过',
  ]);
  expect((await wrongOf({ ...record, nonce, nonceHash: sha256(nonce) })).map(({ what }) => what)).toEqual([
    '种子与双方随机数、名册摘要、批次和系统随机数不符：其中之一被改过',
  ]);

  // As records were before: their seed knows no such number.
  const { nonce: _, nonceHash: __, ...former } = { ...record, form: 1 };
  expect((await wrongOf(former)).map(({ what }) => what)).toEqual([
    '种子与双方随机数、名册摘要、批次和系统随机数不符：其中之一被改过',
  ]);
  const seed = sha256(seedText({ ...former, cycleId: former.roster.cycle.id }));
  const computed = computeDraw(former.roster, seed);
  if ('problem' in computed) throw new Error(computed.problem);
  const { result } = computed;
  const resultHash = sha256(canonicalJson(result));
  const laterHash = sha256(laterText(resultHash, []));
  const old = { ...former, seed, result, resultHash, laterHash };
  const verified = await verifyDraw(canonicalJson(old), sha256);
  expect(verified.findings.filter((finding) => !finding.isRight)).toEqual([]);
  expect(verified.findings.filter(({ isLimit }) => isLimit).map(({ what }) => what)).toEqual([
    '较早的记录，没有系统随机数：不能证明公开随机数之前无人算出结果',
    '没有监督员参加：不能证明随机数由两方各自提供',
  ]);
});

test('a draw goes without a witness only where the rules of its cycle say so', async () => {
  const world = await startWorld('eligible');
  ({ server } = world);
  const { office } = world;
  const cycleId = await publishedCycle(server, office, {
    ...withoutFiles,
    D1: { values: { unwitnessed: false } },
  });
  await eligibleProjects(server, cycleId, 1);
  const planned = await server.call(drawApi.create, {
    token: office,
    body: { cycleId, plan: { ...standardPlan, isWitnessed: false } },
  });
  expect(planned.status).toBe(400);
  expect(planned.error?.message).toContain('监督员');
});
