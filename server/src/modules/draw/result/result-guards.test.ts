import { beforeEach, expect, test, vi } from 'vitest';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi as api } from '@zhiping/shared/contracts/draw-result.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { verifyDraw } from '@zhiping/shared/rules/draw/verify-draw.ts';
import { confirmOne } from '../../../../test/confirm-waiting.ts';
import { signedIn } from '../../../../test/factories.ts';
import { requestOf, type TestServer, travellingClock } from '../../../../test/harness.ts';
import { type eligibleProjects, releaseDraw } from '../../../../test/review-helpers.ts';
import { ended, placesOf } from '../../../../test/round-helpers.ts';
import { START, startWorld } from '../../../../test/worlds.ts';
import { sha256 } from '../../../platform/hash.ts';
import { partPerson } from '../../../../test/former-units.ts';
import { patience } from '../../../../test/idle.ts';

/** Guards of changes of a result: parallel and repeated steps, changes meanwhile, readers without permission. */

const clock = travellingClock(START);
let server: TestServer;
let office: string;
let cycleId: number;
let id: number;
let projects: Awaited<ReturnType<typeof eligibleProjects>>;

beforeEach(async () => {
  clock.travelTo(START);
  ({ server, office, cycleId, projects, drawId: id } = await startWorld('drawn', { clock }));
  return () => server.close();
});

const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const held = async () => (await placesOf(server, cycleId)).filter(({ state }) => !ended.includes(state));
const undo = (no: number) =>
  server.call(api.undo, { token: office, params: { id }, body: { no, reason: '撤销' } });
/** Changes the expert of the first assignment of the first project; returns the former one. */
const changeOne = async () => {
  const [place] = await held();
  const { body } = await server.call(assignmentApi.candidates, {
    token: office,
    query: { projectId: place!.project, assignmentId: place!.id } as never,
  });
  const next = body.find(({ denial }) => denial === null)!;
  const changed = await server.call(assignmentApi.change, {
    token: office,
    params: { id: place!.id },
    body: { version: place!.version, expertId: next.expertId, reason: '调整' },
  });
  expect(changed.status, changed.error?.message).toBe(200);
  return { place: place!, next: next.expertId };
};

test('simultaneous calls undo a step once, and never after a release', async () => {
  const { place } = await changeOne();
  expect(statuses(await Promise.all([undo(1), undo(1), undo(1)]))).toEqual([204, 409, 409]);
  expect((await held()).map(({ expert }) => expert)).toContain(place.expert);
  await changeOne();
  const asked = await server.call(drawApi.release, {
    token: office,
    params: { id },
    body: { reason: '调整' },
  });
  const both = await Promise.all([confirmOne(server, asked.body.confirmationId!), undo(3)]);
  expect(statuses(both)[0]).toBe(204);
  expect(statuses(both)[1]).toBeGreaterThanOrEqual(400);
  if (both[1].status === 204) await releaseDraw(server, office, id);
  const states = new Set((await held()).map(({ state }) => state));
  expect([...states]).toEqual(['released']);
  expect((await undo(3)).status).toBeGreaterThanOrEqual(400);
});

test('undoing does not restore an expert with a conflict, and gives the reason', async () => {
  const { place } = await changeOne();
  const other = projects.find((one) => one.id !== place.project)!;
  await server.pool.query(
    'update expert set person_id = (select person_id from project where id = $1) where id = $2',
    [other.id, place.expert],
  );
  const answer = await undo(1);
  // 400 if the conflict is computed already; before that the database refuses it with 409.
  expect([400, 409]).toContain(answer.status);
  expect(answer.error?.message).toMatch(/回避/);
  await partPerson(server, place.expert);
  // Undoing fails while the conflicts of the changed expert are computed again.
  await vi.waitFor(async () => expect((await undo(1)).status).toBe(204), patience);
});

test('in a record with later steps each changed value or key is reported', async () => {
  await changeOne();
  expect((await undo(1)).status).toBe(204);
  await changeOne();
  const { body: text } = await server.app.inject({
    url: `${API_BASE}/api/draw/${id}/record`,
    headers: { authorization: office },
  });
  expect(await verifyDraw(text, sha256)).toMatchObject({ isRight: true });
  const root = JSON.parse(text) as Record<string, unknown>;
  expect(root['later']).toHaveLength(3);
  const missed: string[] = [];
  const checkReported = async (where: string) => {
    const { isRight, findings } = await verifyDraw(canonicalJson(root), sha256);
    if (isRight || findings.every((finding) => finding.isRight)) missed.push(where);
  };
  const other = (value: unknown) => {
    if (typeof value === 'number') return value + 1;
    return typeof value === 'boolean' ? !value : `${String(value)}x`;
  };
  const walk = async (node: Record<string, unknown>, path: string): Promise<void> => {
    for (const key of Object.keys(node)) {
      const value = node[key];
      const where = `${path}.${key}`;
      if (typeof value === 'object' && value !== null) await walk(value as Record<string, unknown>, where);
      else {
        node[key] = other(value);
        await checkReported(where);
      }
      delete node[key];
      await checkReported(`${where} left out`);
      node[key] = value;
    }
    if (Array.isArray(node)) return;
    node['more'] = '附加';
    await checkReported(`${path} with more`);
    delete node['more'];
  };
  await walk(root, '');
  expect(missed).toEqual([]);
});

test('accounts without permission are refused by every call, and officers who apply see and change nothing', async () => {
  const roles = {
    supervisor: (await signedIn(server.db, { roleIds: [4] })).token,
    system: (await signedIn(server.db, { roleIds: [2] })).token,
    school: (await signedIn(server.db, { roleIds: [9] })).token,
    applicant: projects[0]!.token,
  };
  for (const [role, token] of Object.entries(roles))
    for (const endpoint of Object.values(api) as Endpoint[]) {
      const answer = await server.app.inject(requestOf(endpoint, { token, params: { id }, query: { id } }));
      expect([role, endpoint.path, answer.statusCode]).toEqual([role, endpoint.path, 403]);
    }
  const [own] = projects;
  await server.pool.query('insert into user_role (user_id, role_id) values ($1, 3)', [own!.userId]);
  const shown = await server.call(api.files, { token: own!.token, query: { id } });
  expect(shown.error?.code).toBe('draw.concerned');
  const [place] = (await held()).filter(({ project }) => project === own!.id);
  const changed = await server.call(assignmentApi.change, {
    token: own!.token,
    params: { id: place!.id },
    body: { version: place!.version, expertId: 1, reason: '调整' },
  });
  expect(changed.status).toBe(404);
  const fixed = await server.call(api.fix, {
    token: own!.token,
    params: { id },
    body: { projectIds: [own!.id], isFixed: true },
  });
  expect(fixed.error?.code).toBe('assignment.concerned');
  const looked = await server.call(api.consequence, {
    token: own!.token,
    params: { id },
    query: { assignmentId: place!.id, expertId: 1 } as never,
  });
  expect(looked.status).toBe(404);
});
