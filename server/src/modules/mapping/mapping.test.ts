import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { logApi } from '@zhiping/shared/contracts/log.ts';
import { mappingApi as api } from '@zhiping/shared/contracts/mapping.ts';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { requestOf, type TestServer } from '../../../test/harness.ts';
import { basicOf, type OfficeUser, startCovered } from '../../../test/mapping-helpers.ts';
import { releaseDraw } from '../../../test/review-helpers.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

let clock: Awaited<ReturnType<typeof startCovered>>['clock'];
let server: TestServer;
let office: OfficeUser;
let second: OfficeUser;
let cycleId: number;
let drawId: number;
let experts: { id: number; name: string }[];
let files: { id: number; no: string; bag_no: string }[];

const listed = async (user: OfficeUser, query: object = {}) =>
  server.call(assignmentApi.files, { token: user.token, query: { cycleId, size: 100, ...query } });
const standing = async (user: OfficeUser) =>
  (await server.call(api.read, { token: user.token, query: { cycleId } })).body;
const ask = (user: OfficeUser, reason = '处理投诉，须核对专家') =>
  server.call(api.ask, { token: user.token, body: { cycleId, reason } });
const confirm = (user: OfficeUser, id: number) =>
  server.call(confirmationApi.confirm, { token: user.token, params: { id }, body: { note: '情况属实' } });
const refuse = (user: OfficeUser, id: number) =>
  server.call(confirmationApi.refuse, { token: user.token, params: { id }, body: { reason: '不需要' } });
/** The request that waits. */
const waitingId = async () =>
  (await server.call(confirmationApi.list, { token: second.token, query: { state: 'waiting' } })).body
    .content[0]!.id;
const download = (path: string, user: OfficeUser, query: object = {}) =>
  server.app.inject(
    requestOf({ ...reviewBoardApi.scoreSheet, path } as typeof reviewBoardApi.scoreSheet, {
      token: user.token,
      query: { cycleId, ...query },
    }),
  );
const eventsOf = async (action: string) =>
  (
    await server.pool.query<{ actor_id: number; detail: Record<string, unknown> }>(
      'select actor_id, detail from audit_event where action = $1 order by seq',
      [action],
    )
  ).rows;

beforeAll(async () => {
  ({ clock, server, office, second, cycleId, drawId } = await startCovered());
  experts = (await server.pool.query('select id, name from expert')).rows;
  files = (await server.pool.query('select id, no, bag_no from project where cycle_id = $1', [cycleId])).rows;
});
afterAll(() => server.close());

test('the option is frozen with the rules and cannot change after the review has begun', async () => {
  const { rows } = await server.pool.query(
    'select content from rule_set where cycle_id = $1 order by version desc limit 1',
    [cycleId],
  );
  expect(rows[0].content).toMatchObject({ blind: true, mappingConsent: true });
  const cycle = (await server.call(cycleApi.detail, { token: office.token, params: { id: cycleId } })).body;
  const basic = basicOf(cycle);
  const off = await server.call(cycleApi.saveBasic, {
    token: office.token,
    body: { ...basic, mappingConsent: false, reason: '不再需要' },
  });
  expect(off.error.code).toBe('cycle.reviewing');
});

test('the office sees names in a draw until it is released', async () => {
  const { body } = await server.call(drawResultApi.files, {
    token: office.token,
    query: { id: drawId, size: 100 },
  });
  expect(body.content.flatMap(({ places }) => places).every(({ name }) => /^专家\d号$/.test(name))).toBe(
    true,
  );
  expect((await listed(office)).body.content[0]!.experts[0]!.expertId).not.toBeNull();
  await releaseDraw(server, office.token, drawId);
});

/**
 * Parts of an answer that contain both an expert and a project: rows of lists, each by itself, and answers without
 * lists.
 */
const pairsIn = (node: unknown, isRoot = true): string[] => {
  if (Array.isArray(node)) return node.flatMap((one) => pairsIn(one, false));
  if (node === null || typeof node !== 'object') return [];
  const within = Object.values(node).flatMap((value) => (Array.isArray(value) ? pairsIn(value, false) : []));
  // Nested rows are checked separately: in a project with its experts each expert is a pair.
  if (within.length > 0 || (isRoot && ['content', 'queues', 'rows'].some((name) => name in node)))
    return within;
  const text = JSON.stringify(node);
  const hasExpert =
    experts.some(({ name }) => text.includes(name)) ||
    experts.some(({ id }) => (node as { expertId?: unknown }).expertId === id);
  const hasFile = files.some(({ no, bag_no }) => text.includes(no) || text.includes(bag_no));
  return hasExpert && hasFile ? [text.slice(0, 200)] : [];
};

/** Conflicts list pairs whether assigned or not, and sheets are not JSON; the sheets of the round are tested below. */
const isApart = (path: string) => path.startsWith('/api/conflict') || path.endsWith('/download');

const readAll = async (user: OfficeUser) => {
  const ids = [cycleId, drawId, files[0]!.id, experts[0]!.id];
  const leaks: string[] = [];
  for (const endpoint of allEndpoints) {
    if (endpoint.method !== 'GET' || isApart(endpoint.path)) continue;
    const tries = endpoint.path.includes(':id')
      ? ids.map((id) => ({ params: { id }, query: { cycleId, size: 100 } }))
      : [
          { params: {}, query: { cycleId, size: 100 } },
          { params: {}, query: { cycleId, id: drawId, size: 100 } },
          { params: {}, query: { cycleId, projectId: files[0]!.id, size: 100 } },
        ];
    for (const one of tries) {
      const answer = await server.app.inject(requestOf(endpoint, { token: user.token, ...one } as never));
      if (answer.statusCode !== 200 || !String(answer.headers['content-type']).includes('json')) continue;
      leaks.push(...pairsIn(answer.json()).map((row) => `${endpoint.path} ${row}`));
    }
  }
  return [...new Set(leaks.map((leak) => leak.split(' ')[0]!))];
};

describe('before a second person has confirmed', () => {
  test('no call shows the office an expert with a project', async () => {
    const admin = await signedIn(server.db, { roleIds: [1] });
    for (const user of [office, admin]) expect(await readAll(user)).toEqual([]);
    const { content } = (await listed(office)).body;
    for (const { experts: places } of content) {
      expect(places.map(({ name }) => name)).toEqual(places.map((_place, at) => `专家${at + 1}`));
      expect(places.every(({ expertId, parts, schoolName }) => !expertId && !parts && !schoolName)).toBe(
        true,
      );
    }
    expect(await eventsOf('mapping.read')).toEqual([]);
  });

  test('search, filters and order do not reveal an expert', async () => {
    for (const { id, name } of experts) {
      expect((await listed(office, { blurry: name })).body.totalElements).toBe(0);
      expect((await listed(office, { expertId: id })).error.code).toBe('mapping.hidden');
      expect((await listed(office, { expertId: id, task: 'unsigned' })).error.code).toBe('mapping.hidden');
      const sheet = await download('/api/assignment/score/download', office, { blurry: name });
      await expect(readSheet(sheet.rawPayload, ['编号'], 10)).rejects.toThrow('没有数据');
      for (const path of ['score', 'opinion'])
        expect(
          (await download(`/api/assignment/${path}/download`, office, { expertId: id })).json().code,
        ).toBe('mapping.hidden');
    }
    const { body } = await server.call(reviewBoardApi.experts, {
      token: office.token,
      query: { cycleId, size: 100 },
    });
    expect(body.totalElements).toBeGreaterThan(0);
    expect(body.content.every(({ dueAt, submittedAt, draftAt }) => !dueAt && !submittedAt && !draftAt)).toBe(
      true,
    );
    for (const query of [{ task: 'returned' }, { sort: ['dueAt,asc'] }, { sort: ['submittedAt,desc'] }])
      for (const path of [reviewBoardApi.experts.path, reviewBoardApi.expertSheet.path])
        expect((await download(path, office, query)).json().code).toBe('mapping.covered');
    const figures = await server.call(reviewBoardApi.figures, { token: office.token, query: { cycleId } });
    expect(figures.body.totalElements).toBe(0);
  });

  test('sheets, records and choices by name are refused', async () => {
    const { token } = office;
    const [file] = (await listed(office)).body.content;
    const { projectId } = file!;
    const { assignmentId: id, version } = file!.experts[0]!;
    const refused = [
      await server.call(assignmentApi.candidates, { token, query: { projectId } }),
      await server.call(assignmentApi.candidates, { token, query: { projectId, assignmentId: id } }),
      await server.call(assignmentApi.change, {
        token,
        params: { id },
        body: { version, expertId: experts[0]!.id, reason: '换人' },
      }),
      await server.call(assignmentApi.add, {
        token,
        body: { projectId, expertId: experts[0]!.id, reason: '补充' },
      }),
      await server.call(drawResultApi.files, { token, query: { id: drawId } }),
      await server.call(drawResultApi.trial, { token, params: { id: drawId } }),
      await server.call(drawResultApi.startWhy, { token, params: { id: drawId }, body: { projectId } }),
      await server.call(drawResultApi.why, { token, params: { id: drawId }, query: { projectId } }),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => 'mapping.hidden'));
    for (const path of [
      '/api/assignment/named-opinion/download',
      `/api/draw/${drawId}/record`,
      `/api/draw/${drawId}/sheet`,
    ])
      expect((await download(path, office)).json().code, path).toBe('mapping.hidden');
    expect(await eventsOf('mapping.read')).toEqual([]);
  });

  test('the office can remind by name, and changes no place: counts by name would say whose it is', async () => {
    const { token } = office;
    const { content } = (await server.call(reviewBoardApi.experts, { token, query: { cycleId, size: 1 } }))
      .body;
    const reminded = await server.call(reviewBoardApi.remind, {
      token,
      body: { cycleId, expertIds: content.map(({ expertId }) => expertId) },
    });
    expect(reminded.body).toEqual({ succeeded: 1, failed: [] });
    // An individual deadline beside a project in the list would reveal which project the expert has.
    const extended = await server.call(reviewBoardApi.extend, {
      token,
      body: { cycleId, expertIds: [content[0]!.expertId], dueAt: '2026-12-05', reason: '出差' },
    });
    expect(extended.error?.code).toBe('mapping.hidden');
    const [file] = (await listed(office)).body.content;
    const { assignmentId: id, version } = file!.experts[0]!;
    const replace = (by: string) =>
      server.call(assignmentApi.replace, {
        token: by,
        params: { id },
        body: { version, reason: '一直没有开始，张三已换' },
      });
    const add = (by: string) =>
      server.call(assignmentApi.add, { token: by, body: { projectId: file!.projectId, reason: '专家回避' } });
    const back = { version, reason: '请改', dueAt: null };
    const returned = await server.call(assignmentApi.return, { token, params: { id }, body: back });
    const excluded = await server.call(assignmentApi.exclude, {
      token,
      params: { id },
      body: { version, cause: 'conflict', reason: '回避' },
    });
    for (const { error } of [await replace(token), await add(token), returned, excluded])
      expect(error?.code).toBe('mapping.hidden');
    const reader = await signedIn(server.db, { roleIds: [3] });
    const asked = await ask(reader, '更换逾期专家');
    expect((await confirm(second, asked.body.id)).status).toBe(204);
    const replaced = await replace(reader.token);
    expect(replaced.body, replaced.error?.message).toEqual({ confirmationId: null });
    await server.pool.query(`update assignment set state = 'recused' where id = $1`, [
      file!.experts[1]!.assignmentId,
    ]);
    const added = await add(reader.token);
    expect(added.body, added.error?.message).toEqual({ confirmationId: null });
    const [now] = (await listed(office, { projectId: file!.projectId })).body.content;
    expect(now!.experts.map(({ name }) => name)).toContain('原专家');
    expect(JSON.stringify(now)).not.toMatch(/张三已换|专家\d号/);
    // The list shows ids of assignments with projects, so the log must not show them with names.
    const admin = await signedIn(server.db, { roleIds: [1] });
    const log = (await server.call(logApi.list, { token: admin.token, query: { size: 100 } })).body;
    const objectOf = (name: string) => log.content.find((row) => row.description === name)?.object;
    for (const name of ['更换送审专家', '补充送审专家'])
      expect(objectOf(name)).toMatchObject({ typeName: '评审批次', id: String(cycleId) });
    const ofPlaces = log.content.flatMap(({ object }) => (object?.typeName === '送审' ? [object] : []));
    expect(ofPlaces.every(({ id: number }) => number === null)).toBe(true);
  });
});

describe('asking a second person', () => {
  test('is limited to the office with all schools, and no account confirms its own request', async () => {
    const teacher = await signedIn(server.db, { roleIds: [9] });
    const body = { cycleId, reason: '想看' };
    expect((await server.call(api.read, { query: { cycleId } })).status).toBe(401);
    expect((await server.call(api.ask, { body })).status).toBe(401);
    expect((await server.call(api.read, { token: teacher.token, query: { cycleId } })).status).toBe(403);
    expect((await server.call(api.ask, { token: teacher.token, body })).status).toBe(403);
    const role = await createRole(server.db, {
      permissions: ['review:list', 'confirmation:list', 'confirm:readMapping'],
      dataScope: '本级',
    });
    const narrow = await signedIn(server.db, { roleIds: [role], deptId: 2 });
    expect((await server.call(api.read, { token: narrow.token, query: { cycleId } })).status).toBe(403);
    expect((await ask(narrow)).status).toBe(403);
    expect((await ask(office, ' ')).status).toBe(400);

    const asked = await ask(office);
    expect(asked.status, asked.error?.message).toBe(201);
    expect((await ask(second)).error.code).toBe('mapping.asked');
    expect((await standing(second)).can.ask).toMatch(/ 已经申请，正在等待复核$/);
    expect((await confirm(narrow, asked.body.id)).status).toBe(404);
    expect((await confirm(teacher, asked.body.id)).status).toBe(404);
    expect((await confirm(office, asked.body.id)).error.code).toBe('state.role');
    expect((await listed(office, { blurry: experts[0]!.name })).body.totalElements).toBe(0);
  });

  test('is refused to accounts that review in the cycle', async () => {
    const concerned = await signedIn(server.db, { roleIds: [3] });
    const { rows } = await server.pool.query<{ id: number; user_id: number }>(
      'select id, user_id from expert where id = (select expert_id from assignment where cycle_id = $1 limit 1)',
      [cycleId],
    );
    await server.pool.query('update expert set user_id = $1 where id = $2', [concerned.id, rows[0]!.id]);
    expect((await ask(concerned)).error.code).toBe('mapping.concerned');
    expect((await confirm(concerned, await waitingId())).status).toBe(404);
    await server.pool.query('update expert set user_id = $1 where id = $2', [rows[0]!.user_id, rows[0]!.id]);
  });

  test('has no effect if refused', async () => {
    const id = await waitingId();
    expect((await refuse(second, id)).status).toBe(204);
    expect((await confirm(second, id)).status).toBe(400);
    expect((await listed(office, { expertId: experts[0]!.id })).error.code).toBe('mapping.hidden');
  });

  test('opens the mapping for two hours to the requesting account only, and records each reading', async () => {
    const asked = await ask(office, '核对回避线索');
    const { queues } = (await server.call(dashboardApi.read, { token: second.token })).body;
    expect(queues.find(({ code }) => code === 'confirmations')).toMatchObject({
      total: 1,
      rows: [{ note: expect.stringContaining('核对回避线索') }],
    });
    expect((await confirm(second, asked.body.id)).status).toBe(204);
    expect((await eventsOf('confirmation.confirmed')).at(-1)).toMatchObject({
      actor_id: second.id,
      detail: { confirmation: asked.body.id, askedBy: office.id },
    });
    expect((await standing(office)).validUntil).toBe('2026-09-10 12:00:00');

    const { token } = office;
    const before = (await eventsOf('mapping.read')).length;
    const [file] = (await listed(office)).body.content;
    expect(file!.experts.every(({ name, expertId }) => /^专家\d号$/.test(name) && expertId)).toBe(true);
    await server.call(assignmentApi.opinions, { token, params: { id: file!.projectId } });
    expect(
      (await server.call(assignmentApi.candidates, { token, query: { projectId: file!.projectId } })).status,
    ).toBe(200);
    expect((await download('/api/assignment/named-opinion/download', office)).statusCode).toBe(200);
    expect((await download(`/api/draw/${drawId}/record`, office)).statusCode).toBe(200);
    // An expert with a present assignment: the list of an expert's assignments has no ended ones.
    const holder = file!.experts.find(({ endedReason }) => endedReason === null)!;
    const tasks = await server.call(reviewApi.list, {
      token,
      params: { id: holder.expertId! },
      query: { cycleId },
    });
    expect(tasks.body.content.map(({ bagNo }) => bagNo)).toContain(file!.bagNo);
    const read = (await eventsOf('mapping.read')).slice(before);
    expect(
      read.map(({ actor_id: actor, detail }) => [actor, detail['confirmation'], detail['what']]),
    ).toEqual(
      ['files', 'opinions', 'candidates', 'export', 'record', 'tasks'].map((what) => [
        office.id,
        asked.body.id,
        what,
      ]),
    );
    // The same search finds pairs for readers who may see them, so it would find leaks.
    expect(await readAll(office)).toEqual(
      expect.arrayContaining(['/api/assignment', '/api/assignment/project/:id', '/api/draw-result']),
    );
    expect(await readAll(second)).toEqual([]);

    clock.travelTo(new Date('2026-09-10T12:00:00+08:00'));
    expect((await standing(office)).validUntil).toBeNull();
    expect((await listed(office, { expertId: experts[0]!.id })).error.code).toBe('mapping.hidden');
  });

  test('shows nothing to an account that has come to review in the cycle since it asked', async () => {
    const asked = await ask(office, '再次核对');
    const { rows } = await server.pool.query<{ id: number; user_id: number }>(
      'select id, user_id from expert where id = (select expert_id from assignment where cycle_id = $1 limit 1)',
      [cycleId],
    );
    const link = (userId: number) =>
      server.pool.query('update expert set user_id = $1 where id = $2', [userId, rows[0]!.id]);
    await link(office.id);
    expect((await confirm(second, asked.body.id)).error?.code).toBe('confirmation.asker_gone');
    await link(rows[0]!.user_id);
    expect((await confirm(second, asked.body.id)).status).toBe(204);
    expect((await standing(office)).validUntil).not.toBeNull();
    await link(office.id);
    expect((await standing(office)).validUntil).toBeNull();
    await link(rows[0]!.user_id);
  });

  test('is not needed once results are published', async () => {
    await server.pool.query(
      `insert into review_round (cycle_id, closed_at, released_at) values ($1, now(), now())
       on conflict (cycle_id) do update set released_at = now()`,
      [cycleId],
    );
    expect((await listed(second)).body.content[0]!.experts[0]!.expertId).not.toBeNull();
    expect((await standing(second)).isCovered).toBe(false);
    expect((await ask(second)).error.code).toBe('mapping.open');
  });
});
