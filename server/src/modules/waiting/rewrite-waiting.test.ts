import { afterAll, beforeAll, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { draftApi } from '@zhiping/shared/contracts/draft.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { exportApi } from '@zhiping/shared/contracts/export.ts';
import { savedViewApi } from '@zhiping/shared/contracts/saved-view.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { currentEdition, sendEdition } from '../../../test/edition-helpers.ts';
import { createExpert, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { UNREWRITTEN, WAITING_PLACES } from './rewrite-waiting.ts';

let server: TestServer;
let office: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  office = await signedIn(server.db, { roleIds: [3] });
});
afterAll(() => server.close());

const addSchool = async (name: string) => {
  const body = { pid: 30, name, deptSort: 999 };
  return (await server.call(schoolApi.create, { token: office.token, body })).body.id;
};
const merge = (id: number, intoId: number) =>
  server.call(schoolApi.merge, { token: office.token, body: { id, intoId } });

const own = async (token: string) => (await server.call(expertApi.own, { token })).body;
const draft = async (token: string) =>
  (await server.call(draftApi.read, { params: { kind: 'expertProfile', ref: 0 }, token })).body;
const keepDraft = (token: string, baseVersion: number, form: object) =>
  server.call(draftApi.save, {
    params: { kind: 'expertProfile', ref: 0 },
    token,
    body: { baseVersion, form: form as never },
  });
const wish = async (token: string, change: object) => {
  const { subjects, ...rest } = await own(token);
  const body = { ...rest, subjects: subjects.map(({ path, keywords }) => ({ path, keywords })), ...change };
  const { status, error } = await server.call(expertApi.saveOwn, { token, body: body as never });
  expect(status, JSON.stringify(error)).toBe(204);
};
const confirmed = async (path = ['graduate', '08', '0811']) => {
  const expert = await createExpert(server.db, { path });
  await server.call(expertApi.confirm, { token: expert.token });
  return expert;
};
const saveView = (page: string, query: string) =>
  server.call(savedViewApi.save, { token: office.token, body: { page, name: query.slice(0, 30), query } });
const viewsOf = async (page: string) =>
  (await server.call(savedViewApi.list, { token: office.token, query: { page } })).body.map(
    ({ query }) => query,
  );
const order = async (path: string, query: string) =>
  (await server.call(exportApi.create, { token: office.token, body: { path, query, total: 9000 } })).body
    .taskId;
const ordered = async (id: number) =>
  (await server.db.selectFrom('task').select('payload').where('id', '=', id).executeTakeFirstOrThrow())
    .payload['query'];
const decide = async (expertId: number, approved: boolean) => {
  const { changes } = (
    await server.call(expertPoolApi.read, { token: office.token, params: { id: expertId } })
  ).body;
  const [change] = changes;
  const answer = await server.call(expertPoolApi.decideChange, {
    token: office.token,
    params: { id: expertId },
    body: { changeId: change?.id as number, approved, reason: '见说明' },
  });
  return { change, ...answer };
};
const lastEvent = async (action: string) =>
  (
    await server.db
      .selectFrom('audit_event')
      .select('detail')
      .where('action', '=', action)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  ).detail;

test('what waits names the school that took over, and no other', async () => {
  const [from, into, other] = [
    await addSchool('待并大学'),
    await addSchool('接管大学'),
    await addSchool('无关大学'),
  ];
  const [mover, stayer, drafter] = [await confirmed(), await confirmed(), await createExpert(server.db)];
  await wish(mover.token, { schoolId: from, department: '物理系' });
  await wish(stayer.token, { schoolId: other });
  const form = { profile: { name: '张', schoolId: from, phone: String(from) }, checked: ['unit'] };
  await keepDraft(drafter.token, 0, form);
  const experts = `enabled=true&schoolId=${from}&sort=name%2Cdesc`;
  await saveView('/pool/expert', experts);
  await saveView('/pool/expert', `schoolId=${other}`);
  await saveView('/pool/expert', `blurry=schoolId%3D${from}`);
  await saveView('/system/user', `deptId=${from}`);
  await saveView('/pool/school', `pid=${from}`);
  // Of menus, `pid` is another menu.
  await saveView('/system/menu', `pid=${from}`);
  const [list, below] = [
    await order('/api/expert/download', experts),
    await order('/api/school/download', `pid=${from}`),
  ];

  expect((await merge(from, into)).status).toBe(200);

  expect((await own(mover.token)).changes[0]?.form).toEqual({ schoolId: into, department: '物理系' });
  expect((await own(stayer.token)).changes[0]?.form).toEqual({ schoolId: other });
  expect((await draft(drafter.token))?.form).toEqual({
    ...form,
    profile: { ...form.profile, schoolId: into },
  });
  expect(await viewsOf('/pool/expert')).toEqual([
    `enabled=true&schoolId=${into}&sort=name%2Cdesc`,
    `schoolId=${other}`,
    `blurry=schoolId%3D${from}`,
  ]);
  expect(await viewsOf('/system/user')).toEqual([`deptId=${into}`]);
  expect(await viewsOf('/pool/school')).toEqual([`pid=${into}`]);
  expect(await viewsOf('/system/menu')).toEqual([`pid=${from}`]);
  expect(await ordered(list)).toBe(`enabled=true&schoolId=${into}&sort=name%2Cdesc`);
  expect(await ordered(below)).toBe(`pid=${into}`);
  expect(await lastEvent('school.merged')).toMatchObject({
    waiting: { expert_change: 1, draft: 1, saved_view: 3, task: 2 },
  });

  expect(await decide(mover.expertId, true)).toMatchObject({
    status: 204,
    change: { can: { approve: true } },
  });
  expect(await own(mover.token)).toMatchObject({ schoolId: into, department: '物理系' });
});

test('a change that was decided about stays as it was decided', async () => {
  const [from, into] = [await addSchool('已决大学'), await addSchool('后继大学')];
  const expert = await confirmed();
  await wish(expert.token, { schoolId: from });
  await decide(expert.expertId, false);
  await merge(from, into);
  const { form } = await server.db
    .selectFrom('expert_change')
    .select('form')
    .where('expert_id', '=', expert.expertId)
    .executeTakeFirstOrThrow();
  expect(form).toEqual({ schoolId: from });
});

test('who sends the old school after all is told where it went', async () => {
  const [from, into, closed] = [
    await addSchool('旧校大学'),
    await addSchool('新校大学'),
    await addSchool('停办大学'),
  ];
  await merge(from, into);
  await server.db.updateTable('dept').set({ enabled: false }).where('id', '=', closed).execute();
  const expert = await createExpert(server.db);
  const { subjects, ...rest } = await own(expert.token);
  const send = async (schoolId: number) => {
    const body = { ...rest, subjects: subjects.map(({ path }) => ({ path })), schoolId };
    return (await server.call(expertApi.saveOwn, { token: expert.token, body: body as never })).error.errors;
  };
  expect(await send(from)).toEqual([
    { field: 'schoolId', message: '学校「旧校大学」已并入「新校大学」，请重新选择' },
  ]);
  expect(await send(closed)).toEqual([{ field: 'schoolId', message: '学校「停办大学」已停用，请重新选择' }]);
});

test('a new edition takes along what waits, and says what is no longer there', async () => {
  const control = ['graduate', '08', '0811'];
  const computing = ['graduate', '08', '0812'];
  const architecture = ['graduate', '08', '0813'];
  const held = await createExpert(server.db, { path: computing });
  const mover = await confirmed();
  const loser = await confirmed(['graduate', '07', '0701']);
  await wish(mover.token, {
    subjects: [
      { path: computing, keywords: ['数据库'] },
      { path: control, keywords: ['控制'] },
    ],
  });
  await wish(loser.token, { subjects: [{ path: architecture, keywords: [] }] });
  const subjects = [
    { path: computing, fullName: '研究生学科专业目录 - 工学 - 计算机科学与技术', keywords: ['体系结构'] },
    { path: architecture, fullName: '研究生学科专业目录 - 工学 - 建筑学', keywords: [] },
    { path: ['graduate', '08', '0835'], fullName: '研究生学科专业目录 - 工学 - 软件工程', keywords: [] },
  ];
  await keepDraft(held.token, 0, { profile: { name: '张', subjects }, checked: [] });
  await saveView('/pool/teacher', 'subject=graduate%2F08%2F0812');
  await saveView('/pool/teacher', 'subject=graduate%2F08');
  const taskId = await order('/api/teacher/download', 'subject=graduate&subject=08&subject=0812');

  const rows = (await currentEdition(server, office.token)).flatMap((row) => {
    if (row[2] === '0812' || row[2] === '0813') return [];
    if (row[2] === '0835') return [row.with(3, '软件科学')];
    return [row];
  });
  const { body: preview } = await sendEdition(server, rows, office);
  const moves = { '0812': '0811' };
  const { body } = await sendEdition(server, rows, { ...office, basis: preview.basis, moves });
  expect(body).toMatchObject({ committed: true });

  const moved = '研究生学科专业目录 - 工学 - 控制科学与工程';
  expect((await own(mover.token)).changes[0]?.form.subjects).toEqual([
    { path: control, fullName: moved, keywords: ['数据库', '控制'] },
  ]);
  expect(await draft(held.token)).toMatchObject({
    // The draft went the way of the record, so that it goes on from it.
    baseVersion: (await own(held.token)).version,
    form: {
      profile: {
        subjects: [
          { path: control, fullName: moved, keywords: ['体系结构'] },
          subjects[1],
          { ...subjects[2], fullName: '研究生学科专业目录 - 工学 - 软件科学' },
        ],
      },
    },
  });
  expect(await viewsOf('/pool/teacher')).toEqual(['subject=graduate%2F08%2F0811', 'subject=graduate%2F08']);
  expect(await ordered(taskId)).toBe('subject=graduate%2F08%2F0811');
  expect(await lastEvent('subject.edition_imported')).toMatchObject({
    waiting: { expert_change: 1, draft: 1, saved_view: 1, task: 1 },
  });

  const gone = '学科「研究生学科专业目录 - 工学 - 建筑学」已不在现行目录中';
  const { change, status, error } = await decide(loser.expertId, true);
  expect(change?.can.approve).toBe(`${gone}，请退回，由专家重新选择`);
  expect([status, error.message]).toEqual([400, change?.can.approve]);
  expect(change?.fields[0]?.after).toBe('研究生学科专业目录 - 工学 - 建筑学（已不在现行目录中）');
  expect((await own(loser.token)).changes[0]?.form.subjects?.[0]?.fullName).toBe(
    '研究生学科专业目录 - 工学 - 建筑学（已不在现行目录中）',
  );
  const { subjects: _held, ...profile } = await own(held.token);
  const refused = await server.call(expertApi.confirm, {
    token: held.token,
    body: { ...profile, subjects: [{ path: control }, { path: architecture }] } as never,
  });
  expect(refused.error.errors).toEqual([{ field: 'subjects.1', message: `${gone}，请重新选择` }]);
  expect(await decide(mover.expertId, true)).toMatchObject({ status: 204 });
});

test('a code that stands only in drafts and waiting changes is offered for a move', async () => {
  const [only, later] = [
    ['graduate', '08', '0824'],
    ['graduate', '08', '0825'],
  ] as const;
  const [drafter, wisher] = [await createExpert(server.db), await confirmed()];
  await wish(wisher.token, { subjects: [{ path: [...only], keywords: [] }] });
  const subjects = [{ path: only, fullName: '', keywords: [] }];
  await keepDraft(drafter.token, 0, { profile: { name: '张', subjects }, checked: [] });
  // Of any shape, as other pages may send it.
  for (const profile of [[only], 7, { subjects: 7 }, { subjects: [{ path: 'x' }, 7, { path: [{}] }] }])
    await keepDraft((await createExpert(server.db)).token, 0, { profile });
  const rows = (await currentEdition(server, office.token)).filter((row) => row[2] !== '0824');
  const { body: preview, status } = await sendEdition(server, rows, office);
  expect([status, preview.message]).toEqual([200, undefined]);
  expect(preview.touched).toMatchObject([
    { code: '0824', kind: 'gone', experts: 0, teachers: 0, names: [], waiting: 2 },
  ]);
  const moves = { '0824': '0825' };
  const { body } = await sendEdition(server, rows, { ...office, basis: preview.basis, moves });
  expect(body).toMatchObject({ committed: true });
  expect((await own(wisher.token)).changes[0]?.form.subjects?.[0]?.path).toEqual(later);
  expect((await draft(drafter.token))?.form).toMatchObject({
    profile: { subjects: [{ path: later }] },
  });
});

test('the own record names a subject that is no longer there', async () => {
  const { token } = await createExpert(server.db, { path: ['graduate', '08', '0814'] });
  await server.db
    .updateTable('subject')
    .set({ enabled: false })
    .where('professional_category_code', '=', '0814')
    .execute();
  expect((await own(token)).subjects[0]?.fullName).toBe(
    '研究生学科专业目录 - 工学 - 土木工程（已不在现行目录中）',
  );
});

test('no column that may hold a school or a subject in passing is forgotten', async () => {
  const { rows } = await server.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (data_type in ('json', 'jsonb') or column_name = 'query')`);
  const known = [...WAITING_PLACES.map((place) => place.join('.')), ...Object.keys(UNREWRITTEN)];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
