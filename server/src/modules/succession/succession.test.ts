import { afterAll, beforeAll, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { draftApi } from '@zhiping/shared/contracts/draft.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import { exportApi } from '@zhiping/shared/contracts/export.ts';
import { savedViewApi } from '@zhiping/shared/contracts/saved-view.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { currentEdition, sendEdition } from '../../../test/edition-helpers.ts';
import { createExpert, nextIdCard, signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer } from '../../../test/harness.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';
import { patience } from '../../../test/idle.ts';

let server: TestServer;
let office: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  office = await signedIn(server.db, { roleIds: [3] });
});
afterAll(() => server.close());

const addSchool = async (name: string, pid = 30) => {
  const body = { pid, name, deptSort: 999 };
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
const requestChange = async (token: string, change: object) => {
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
/** Runs ordered exports on a node; returns the values below a header of each. */
const fulfil = async (orders: { taskId: number; header: string }[]) => {
  const worker = await startTestServer({
    connection: server.connection,
    env: { DATA_DIR: server.dataDir },
    work: {},
  });
  const read = async ({ taskId, header }: { taskId: number; header: string }) => {
    const call = { token: office.token, params: { id: taskId } };
    await expect.poll(async () => (await server.call(taskApi.get, call)).body.state, patience).toBe('done');
    const file = await server.app.inject(
      requestOf(exportApi.read, { token: office.token, params: { taskId } }),
    );
    return (await readSheet(file.rawPayload, [header], 1000)).map(({ values }) => values[header]);
  };
  try {
    return await Promise.all(orders.map(read));
  } finally {
    await worker.close();
  }
};
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
const byCode = (code: string) => ['graduate', code.slice(0, 2), code];
const nameOf = (name: string) => `研究生学科专业目录 - 工学 - ${name}`;
/** Imports the graduate catalogue with `change` applied to each of its present rows. */
const renew = async (change: (row: string[]) => string[][], moves: Record<string, string>) => {
  const rows = (await currentEdition(server, office.token)).flatMap((row) => change(row as string[]));
  const { body: preview } = await sendEdition(server, rows, office);
  const { body } = await sendEdition(server, rows, { ...office, basis: preview.basis, moves });
  expect(body).toMatchObject({ committed: true });
  return preview;
};

test('waiting changes, drafts and saved views follow a merged school, and only that one', async () => {
  const [from, into, other] = [
    await addSchool('待并大学'),
    await addSchool('接管大学'),
    await addSchool('无关大学'),
  ];
  const [mover, stayer, drafter] = [await confirmed(), await confirmed(), await createExpert(server.db)];
  await requestChange(mover.token, { schoolId: from, department: '物理系' });
  await requestChange(stayer.token, { schoolId: other });
  await createExpert(server.db, { name: '随迁专家', school: '待并大学' });
  await createExpert(server.db, { name: '无关专家', school: '无关大学' });
  await addSchool('随迁学院', from);
  await addSchool('无关学院', other);
  const form = { profile: { name: '张', schoolId: from, phone: String(from) }, checked: ['unit'] };
  await keepDraft(drafter.token, 0, form);
  const experts = `enabled=true&schoolId=${from}&sort=name%2Cdesc`;
  await saveView('/pool/expert', experts);
  await saveView('/pool/expert', `schoolId=${other}`);
  await saveView('/pool/expert', `blurry=schoolId%3D${from}`);
  await saveView('/system/user', `deptId=${from}`);
  await saveView('/pool/school', `pid=${from}`);
  // In the list of menus `pid` is a menu.
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
  const orders = [
    { taskId: list, header: '姓名' },
    { taskId: below, header: '学校名称' },
  ];
  expect(await fulfil(orders)).toEqual([['随迁专家'], ['随迁学院']]);

  expect(await decide(mover.expertId, true)).toMatchObject({
    status: 204,
    change: { can: { approve: true } },
  });
  expect(await own(mover.token)).toMatchObject({ schoolId: into, department: '物理系' });
});

test('a decided change keeps its school after a merger', async () => {
  const [from, into] = [await addSchool('已决大学'), await addSchool('后继大学')];
  const expert = await confirmed();
  await requestChange(expert.token, { schoolId: from });
  await decide(expert.expertId, false);
  await merge(from, into);
  const returned = (await own(expert.token)).changes[0];
  expect(returned).toMatchObject({ status: 'returned', form: { schoolId: from } });
  expect(returned?.fields[0]?.after).toBe('已决大学');
});

test('an approved change keeps the school of its decision after later mergers', async () => {
  const [first, second, third] = [
    await addSchool('初名大学'),
    await addSchool('次名大学'),
    await addSchool('末名大学'),
  ];
  const [decided, waits] = [await confirmed(), await confirmed()];
  await requestChange(decided.token, { schoolId: first });
  await requestChange(waits.token, { schoolId: first });
  await merge(first, second);
  expect((await decide(decided.expertId, true)).status).toBe(204);
  await merge(second, third);
  expect((await own(decided.token)).changes[0]).toMatchObject({
    status: 'approved',
    form: { schoolId: second },
  });
  expect((await own(waits.token)).changes[0]).toMatchObject({ status: 'waiting', form: { schoolId: third } });
});

test('a merged school can only be deleted together with its successor', async () => {
  const [from, into] = [await addSchool('留名大学'), await addSchool('承接大学')];
  await merge(from, into);
  const remove = (body: number[]) => server.call(schoolApi.remove, { token: office.token, body });
  expect((await remove([from])).error).toMatchObject({
    code: 'dept.merged',
    message: '所选学校中有 1 所已并入其他学校，须保留以便旧资料找到新校，只能与新校一并删除',
  });
  expect((await remove([from, into])).status).toBe(200);
});

test('a school and one merged into it can be deleted together in any order', async () => {
  const [into, from] = [await addSchool('先建大学'), await addSchool('后建大学')];
  await merge(from, into);
  const { status, error } = await server.call(schoolApi.remove, { token: office.token, body: [from, into] });
  expect(status, JSON.stringify(error)).toBe(200);
});

test('a form with a merged school is refused with the name of its successor', async () => {
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

test('waiting changes follow a new edition, and obsolete subjects are named', async () => {
  const control = ['graduate', '08', '0811'];
  const computing = ['graduate', '08', '0812'];
  const architecture = ['graduate', '08', '0813'];
  const held = await createExpert(server.db, { path: computing });
  const mover = await confirmed();
  const loser = await confirmed(['graduate', '07', '0701']);
  await requestChange(mover.token, {
    subjects: [
      { path: computing, keywords: ['数据库'] },
      { path: control, keywords: ['控制'] },
    ],
  });
  await requestChange(loser.token, { subjects: [{ path: architecture, keywords: [] }] });
  const subjects = [
    { path: computing, fullName: '研究生学科专业目录 - 工学 - 计算机科学与技术', keywords: ['体系结构'] },
    { path: architecture, fullName: '研究生学科专业目录 - 工学 - 建筑学', keywords: [] },
    { path: ['graduate', '08', '0835'], fullName: '研究生学科专业目录 - 工学 - 软件工程', keywords: [] },
  ];
  await keepDraft(held.token, 0, { profile: { name: '张', subjects }, checked: [] });
  await saveView('/pool/teacher', 'subject=graduate%2F08%2F0812');
  await saveView('/pool/teacher', 'subject=graduate%2F08');
  const teacher = {
    type: 'other',
    schoolId: await addSchool('学科大学'),
    name: '随迁教师',
    idCard: nextIdCard(),
  };
  const hired = await server.call(teacherApi.create, {
    token: office.token,
    body: { ...teacher, subject: { path: computing } } as never,
  });
  expect(hired.status).toBe(201);
  const taskId = await order('/api/teacher/download', 'subject=graduate&subject=08&subject=0812');

  await renew(
    (row) => {
      if (row[2] === '0812' || row[2] === '0813') return [];
      return row[2] === '0835' ? [row.with(3, '软件科学')] : [row];
    },
    { '0812': '0811' },
  );

  const moved = '研究生学科专业目录 - 工学 - 控制科学与工程';
  expect((await own(mover.token)).changes[0]?.form.subjects).toEqual([
    { path: control, fullName: moved, keywords: ['数据库', '控制'] },
  ]);
  expect(await draft(held.token)).toMatchObject({
    // The draft moves together with the record, so it can still be saved.
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
  expect(await fulfil([{ taskId, header: '姓名' }])).toEqual([['随迁教师']]);

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

test('a code that only drafts and waiting changes use is offered for a move', async () => {
  const [only, later] = [
    ['graduate', '08', '0824'],
    ['graduate', '08', '0825'],
  ] as const;
  const [drafter, requester] = [await createExpert(server.db), await confirmed()];
  await requestChange(requester.token, { subjects: [{ path: [...only], keywords: [] }] });
  const subjects = [{ path: only, fullName: '', keywords: [] }];
  await keepDraft(drafter.token, 0, { profile: { name: '张', subjects }, checked: [] });
  // Other clients may send any shape.
  for (const profile of [[only], 7, { subjects: 7 }, { subjects: [{ path: 'x' }, 7, { path: [{}] }] }])
    await keepDraft((await createExpert(server.db)).token, 0, { profile });
  const preview = await renew((row) => (row[2] === '0824' ? [] : [row]), { '0824': '0825' });
  expect(preview.touched).toMatchObject([
    { code: '0824', kind: 'gone', experts: 0, teachers: 0, names: [], waiting: 2 },
  ]);
  expect((await own(requester.token)).changes[0]?.form.subjects?.[0]?.path).toEqual(later);
  expect((await draft(drafter.token))?.form).toMatchObject({
    profile: { subjects: [{ path: later }] },
  });
  // The next edition finds them under the successor's code.
  const next = await renew((row) => (row[2] === '0825' ? [] : [row]), { '0825': '0826' });
  expect(next.touched).toMatchObject([{ code: '0825', waiting: 2 }]);
  expect((await own(requester.token)).changes[0]?.form.subjects?.[0]?.path).toEqual(byCode('0826'));
});

test('reused codes keep the meaning that they had when they were chosen', async () => {
  const [before, after] = [await createExpert(server.db), await createExpert(server.db)];
  const subjects = [
    { path: byCode('0827'), fullName: '', keywords: [] },
    { path: byCode('0828'), fullName: '', keywords: [] },
  ];
  const form = { profile: { name: '张', subjects }, checked: [] };
  const chosen = async (token: string) => {
    const kept = (await draft(token))?.form as {
      profile: { subjects: { path: string[]; fullName: string }[] };
    };
    return kept.profile.subjects.map(({ path, fullName }) => `${path.at(-1)} ${fullName}`);
  };
  await keepDraft(before.token, 0, form);
  await saveView('/pool/expert', 'subject=graduate%2F08%2F0827');
  const names = await chosen(before.token);
  expect(names).toEqual([`0827 ${nameOf('核科学与技术')}`, `0828 ${nameOf('农业工程')}`]);
  const exchanged = new Map([
    ['0827', '农业工程'],
    ['0828', '核科学与技术'],
  ]);
  await renew((row) => [row.with(3, exchanged.get(row[2] as string) ?? (row[3] as string))], {
    '0827': '0828',
    '0828': '0827',
  });
  await keepDraft(after.token, 0, form);
  expect(await chosen(before.token)).toEqual([
    `0828 ${nameOf('核科学与技术')}`,
    `0827 ${nameOf('农业工程')}`,
  ]);
  expect(await chosen(after.token)).toEqual([`0827 ${nameOf('农业工程')}`, `0828 ${nameOf('核科学与技术')}`]);
  expect(await viewsOf('/pool/expert')).toContain('subject=graduate%2F08%2F0828');
});

test('a code that is corrected manually is followed too', async () => {
  const { token } = office;
  const line = {
    catalog: 'graduate',
    subjectCategoryCode: '08',
    subjectCategory: '工学',
    professionalCategory: '误码学',
  };
  const added = { ...line, professionalCategoryCode: '0898' };
  const { id } = (await server.call(subjectApi.create, { token, body: added })).body;
  const expert = await confirmed();
  await requestChange(expert.token, { subjects: [{ path: byCode('0898'), keywords: [] }] });
  const body = { ...line, id, professionalCategoryCode: '0899' };
  expect((await server.call(subjectApi.update, { token, body })).status).toBe(204);
  expect((await own(expert.token)).changes[0]?.form.subjects).toEqual([
    { path: byCode('0899'), fullName: nameOf('误码学'), keywords: [] },
  ]);
});

test('an expert’s own record shows an obsolete subject', async () => {
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
