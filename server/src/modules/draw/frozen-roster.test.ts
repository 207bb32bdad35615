import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { drawApi as api } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { integrityApi } from '@zhiping/shared/contracts/integrity.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import type { DrawRecord } from '@zhiping/shared/rules/draw-record.ts';
import { verifyDraw } from '@zhiping/shared/rules/verify-draw.ts';
import { findSchoolId, nextIdCard, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, withoutFiles } from '../../../test/project-helpers.ts';
import {
  commitOf,
  conductDraw,
  drawableExperts,
  eligibleProjects,
  newDraw,
  newSecret,
  readDraw,
} from '../../../test/review-helpers.ts';
import { placesOf } from '../../../test/round-helpers.ts';

/** What changes in the registers after a roster was frozen: it changes nothing of the draw, and nothing of it is released unseen. */

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
let cycleId: number;
let projects: Awaited<ReturnType<typeof eligibleProjects>>;
let experts: Awaited<ReturnType<typeof drawableExperts>>;

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  experts = await drawableExperts(server, 8);
});
beforeEach(async () => {
  cycleId = await publishedCycle(server, office, { ...withoutFiles, E5: { values: { days: 0 } } });
  projects = await eligibleProjects(server, cycleId, 2);
});
afterAll(() => server.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const freeze = (id: number) => server.call(api.freeze, { token: office, params: { id } });
const release = (id: number) => server.call(api.release, { token: office, params: { id } });
const recordOf = async (id: number) =>
  (await server.app.inject({ url: `${API_BASE}/api/draw/${id}/record`, headers: { authorization: office } }))
    .body;
const flaggedOf = async (id: number) => {
  const { body } = await server.call(drawResultApi.files, { token: office, query: { id, size: 100 } });
  return body.content.flatMap(({ places }) =>
    places.flatMap(({ isFlagged, expertId }) => (isFlagged ? [expertId] : [])),
  );
};

/** The school of an expert becomes a part of that of all applicants. */
const mergeSchoolOf = async (expertId: number) => {
  const { rows } = await server.pool.query<{ school_id: number }>(
    'select school_id from expert where id = $1',
    [expertId],
  );
  const merged = await server.call(schoolApi.merge, {
    token: office,
    body: { id: Number(rows[0]!.school_id), intoId: await findSchoolId(server.db, '天津大学') },
  });
  expect(merged.status, merged.error?.message).toBe(200);
};

/** An expert whose person comes on record. */
const putOnRecord = async (expertId: number) => {
  const idCard = nextIdCard();
  const put = (role: 'staff' | 'expert') =>
    server.call(integrityApi.create, {
      token: office,
      body: { name: '某人', idCard, role, since: '2026-03-01', reason: '泄露', basis: '决定 1 号' },
    });
  const { body } = await put('staff');
  await server.pool.query(
    'update expert set person_id = (select person_id from integrity_record where id = $1) where id = $2',
    [body.id, expertId],
  );
  expect((await put('expert')).status).toBe(201);
};

/** Nothing of conflicts is computed while this goes on. */
const whileHeld = async (work: () => Promise<void>) => {
  const client = await server.pool.connect();
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtextextended('conflict', 0))`);
  try {
    await work();
  } finally {
    await client.query('commit');
    client.release();
  }
};

test('conflicts that are still computed keep a roster from being frozen and a result from being sent out', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, mode: 'optimise' } });
  const secret = newSecret();
  await conductDraw(server, id, [{ token: office, secret }]);
  const drawn = (await placesOf(server, cycleId)).find(({ expert }) => expert !== experts[1]!.expertId);
  await whileHeld(async () => {
    await mergeSchoolOf(drawn!.expert);
    const early = await release(id);
    expect([early.status, early.error?.message]).toEqual([400, '回避关系正在更新，请稍后再发布']);
  });
  // All is computed anew: nothing waits any more, and nothing is known yet.
  await vi.waitFor(
    async () => {
      const { error } = await release(id);
      expect(error?.message).toMatch(/^有 \d 处分配/);
    },
    { timeout: 20_000 },
  );
  expect(new Set(await flaggedOf(id))).toEqual(new Set([drawn!.expert]));
});

test('while all conflicts of the cycle are computed anew, nothing is frozen', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  await server.call(api.commit, { token: office, params: { id }, body: { commit: commitOf(newSecret()) } });
  await vi.waitFor(
    async () => {
      const { rows } = await server.pool.query('select from conflict_due');
      expect(rows).toHaveLength(0);
    },
    { timeout: 20_000 },
  );
  await whileHeld(async () => {
    await server.pool.query(
      `insert into task (kind, key, payload, due_at) values ('conflict.compute', $1, $2, '2026-09-10')`,
      [`conflict.compute:${cycleId}`, { cycleId }],
    );
    const early = await freeze(id);
    expect([early.status, early.error?.message]).toEqual([400, '回避关系正在更新，请稍后再冻结名册']);
  });
  await vi.waitFor(async () => expect((await freeze(id)).status).toBe(204), { timeout: 20_000 });
  await server.call(api.abort, { token: office, params: { id }, body: { reason: '方案有误' } });
});

test('a draw is made of its frozen roster whatever happens to the people in it, and they are flagged', async () => {
  const id = await newDraw(server, office, { cycleId, plan: { isWitnessed: false, mode: 'optimise' } });
  const secret = newSecret();
  await server.call(api.commit, { token: office, params: { id }, body: { commit: commitOf(secret) } });
  await vi.waitFor(async () => expect((await freeze(id)).status).toBe(204), { timeout: 20_000 });
  const { rosterHash } = await readDraw(server, office, id);
  const [off, breached, merged, blocked] = experts.slice(-4).map(({ expertId }) => expertId);
  const disabled = await server.call(expertPoolApi.setEnabled, {
    token: office,
    body: { ids: [off!], enabled: false, reason: '停用' } as never,
  });
  expect(disabled.status, disabled.error?.message).toBe(204);
  await putOnRecord(breached!);
  await mergeSchoolOf(merged!);
  await server.pool.query(
    `insert into conflict (cycle_id, project_id, expert_id, kind, pinned, pin_reason, pinned_at, evidence, source, computed_at)
      values ($1, $2, $3, 'declared', 'block', '师生', now(), '师生', 'office', now())`,
    [cycleId, projects[0]!.id, blocked],
  );
  await server.pool.query(`update subject set enabled = false where professional_class_code = '0812'`);
  await server.pool.query(`update project set state = 'reported' where id = $1`, [projects[1]!.id]);

  const opened = await server.call(api.open, { token: office, params: { id }, body: { secret } });
  expect(opened.status, opened.error?.message).toBe(204);
  await vi.waitFor(
    async () => {
      const { state, problem } = await readDraw(server, office, id);
      expect(problem ?? state).toBe('drawn');
    },
    { timeout: 20_000 },
  );
  const text = await recordOf(id);
  const record = JSON.parse(text) as DrawRecord;
  expect([record.rosterHash, (await readDraw(server, office, id)).rosterHash]).toEqual([
    rosterHash,
    rosterHash,
  ]);
  expect(await verifyDraw(text, sha256)).toMatchObject({ isRight: true });
  // Whom a conflict forbids is left out or flagged, by which of the two was computed first; whoever left the pool is flagged; nobody else.
  const isHit = ({ file, expert }: { file: number; expert: number }) =>
    [off, breached, merged].includes(expert) || (expert === blocked && file === projects[0]!.id);
  const drawn = new Set(record.result.pairs.filter(isHit).map(({ expert }) => expert));
  expect(drawn.size).toBeGreaterThan(0);
  await vi.waitFor(
    async () => {
      const places = await placesOf(server, cycleId);
      const left = places.filter(({ state }) => state === 'dropped').map(({ expert }) => expert);
      expect(new Set([...left, ...(await flaggedOf(id))])).toEqual(drawn);
    },
    { timeout: 20_000 },
  );
});
