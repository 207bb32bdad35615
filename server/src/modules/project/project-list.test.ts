import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectListApi as api } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  completeProject,
  createProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
} from '../../../test/project-helpers.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: string;
/** Officers of 天津大学 and 南开大学. */
let tianjin: string;
let nankai: string;
let cycleId: number;
/**
 * Submitted at 天津大学, submitted at 南开大学, and at 天津大学 started, recalled, and withdrawn without a submission.
 */
let sent: number;
let other: number;
let begun: number;
let recalled: number;
let withdrawn: number;

const officerOf = async (school: string) =>
  (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, school) })).token;
const move = async (token: string, id: number, event: 'recall' | 'withdraw') => {
  const { version } = await readProject(server, token, id);
  const { status } = await server.call(projectApi.move, { token, params: { id, event }, body: { version } });
  expect(status).toBe(204);
};
const sentFrom = async (school?: string) => {
  const applicant = await newApplicant(server, school);
  const id = await completeProject(server, applicant, cycleId);
  expect((await submit(server, applicant.token, id)).status).toBe(204);
  return { ...applicant, id };
};

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  [tianjin, nankai] = [await officerOf('天津大学'), await officerOf('南开大学')];
  cycleId = await publishedCycle(server, office);
  sent = (await sentFrom()).id;
  other = (await sentFrom('南开大学')).id;
  begun = await completeProject(server, await newApplicant(server), cycleId);
  const back = await sentFrom();
  await move(back.token, back.id, 'recall');
  recalled = back.id;
  const gone = await newApplicant(server);
  withdrawn = (await createProject(server, gone, cycleId)).body.id;
  await move(gone.token, withdrawn, 'withdraw');
});
afterAll(() => server.close());

const list = async (token: string, query: Record<string, unknown> = {}) => {
  const { status, body, error } = await server.call(api.list, { token, query: { size: 100, ...query } });
  expect(status, JSON.stringify(error)).toBe(200);
  return body;
};
const ids = async (token: string, query: Record<string, unknown> = {}) => {
  const { content, totalElements } = await list(token, query);
  expect(totalElements).toBe(content.length);
  return content.map(({ id }) => id).toSorted((a, b) => a - b);
};
const stages = async (token: string, query: Record<string, unknown> = {}) =>
  Object.fromEntries(
    (await server.call(api.stages, { token, query })).body.map(({ state, count }) => [state, count]),
  );

test('a school sees its own projects, the office the submitted ones', async () => {
  expect(await ids(tianjin)).toEqual([sent, begun, recalled, withdrawn]);
  expect(await ids(nankai)).toEqual([other]);
  expect(await ids(office)).toEqual([sent, other]);
  expect(await stages(tianjin)).toEqual({ submitted: 1, draft: 2, withdrawn: 1 });
  expect(await stages(nankai)).toEqual({ submitted: 1 });
  expect(await stages(office)).toEqual({ submitted: 2 });
  expect((await server.call(api.cycles, { token: tianjin })).body).toMatchObject([
    { id: cycleId, suspendedReason: null },
  ]);
});

test('an unknown filter is refused with a message and not ignored', async () => {
  const ask = async (query: Record<string, string>) => {
    const { status, error } = await server.call(api.list, { token: tianjin, query: query as never });
    return status === 200 ? status : [status, error.message];
  };
  expect(await ask({ scholId: '3' })).toEqual([400, '没有「scholId」这个查询条件']);
  expect(await ask({ ['长'.repeat(60)]: '1' })).toEqual([400, `没有「${'长'.repeat(50)}」这个查询条件`]);
  expect(await ask({ scholId: '', constructor: '' })).toBe(200);
  expect(await ask({ constructor: '1' })).toEqual([400, '没有「constructor」这个查询条件']);
});

test('a school sees name, state and time of saving of projects that are not submitted', async () => {
  const { content } = await list(tianjin);
  const empty = {
    no: null,
    titleSeries: null,
    titleLevel: null,
    titleName: null,
    kind: null,
    submittedAt: null,
  };
  for (const id of [begun, recalled, withdrawn])
    expect(content.find((row) => row.id === id)).toMatchObject({ ...empty, name: '慕容教书' });
  // `isReadable` says whether the project can be opened.
  for (const { id, isReadable } of content) {
    const { status } = await server.call(projectApi.read, { token: tianjin, params: { id } });
    expect([id, isReadable]).toEqual([id, status === 200]);
  }
  expect(content.filter(({ isReadable }) => isReadable)).toHaveLength(1);
  expect(content.find(({ id }) => id === sent)).toMatchObject({
    no: `2026-${cycleId}-0001`,
    schoolName: '天津大学',
    state: 'submitted',
    titleSeries: '1',
    titleLevel: 'associateSenior',
    titleName: '副教授',
    kind: 'regular',
    submittedAt: '2026-09-10 10:00:00',
  });
});

test('filters match shown fields only', async () => {
  for (const query of [
    { titleLevel: 'associateSenior' },
    { titleSeries: '1' },
    { kind: 'regular' },
    { createTime: ['2026-09-01 00:00:00', '2026-09-30 23:59:59'] },
    { blurry: `2026-${cycleId}-00` },
    { state: 'submitted' },
  ]) {
    expect([query, await ids(tianjin, query)]).toEqual([query, [sent]]);
    expect([query, await ids(office, query)]).toEqual([query, [sent, other]]);
  }
  expect(await ids(tianjin, { blurry: 'murong' })).toHaveLength(4);
  expect(await ids(tianjin, { cycleId: 999_999 })).toEqual([]);
  expect(await ids(tianjin, { titleLevel: 'fullSenior' })).toEqual([]);
  expect(await stages(tianjin, { kind: 'regular' })).toEqual({ submitted: 1 });
});

test('projects of another school are not reachable by school id, project id, order or sheet', async () => {
  const elsewhere = await findSchoolId(server.db, '南开大学');
  expect(await ids(tianjin, { schoolId: elsewhere })).toEqual([]);
  expect(await stages(tianjin, { schoolId: elsewhere })).toEqual({});
  expect(await ids(office, { schoolId: elsewhere })).toEqual([other]);
  expect(await ids(tianjin, { id: other })).toEqual([]);
  for (const sort of ['no', 'name', 'schoolName', 'submittedAt', 'updateTime', 'id'])
    expect(await ids(tianjin, { sort: `${sort},desc` })).toHaveLength(4);
  const sheetOf = async (token: string) => {
    const response = await server.app.inject({
      url: '/title/api/project/download',
      headers: { authorization: token },
    });
    return readSheet(
      response.rawPayload,
      ['编号', '姓名', '学校', '申报职称', '审核环节', '单位公示', '提交时间'],
      1000,
    );
  };
  const own = await sheetOf(tianjin);
  expect(own).toHaveLength(4);
  expect(JSON.stringify(own)).not.toContain('南开大学');
  expect(JSON.stringify(own)).not.toContain(`2026-${cycleId}-0003`);
  expect(await sheetOf(office)).toHaveLength(2);
});

test('officers of schools and of the office do not see their own project in the list', async () => {
  for (const roleId of [9, 3]) {
    const { token, userId, id, schoolId } = await sentFrom();
    await server.db.insertInto('user_role').values({ user_id: userId, role_id: roleId }).execute();
    await server.db.updateTable('sys_user').set({ dept_id: schoolId }).where('id', '=', userId).execute();
    expect(await ids(token)).not.toContain(id);
    expect(await ids(token)).toContain(sent);
    expect(await ids(tianjin)).toContain(id);
  }
});

test('other accounts cannot read the list', async () => {
  const applicant = await newApplicant(server);
  for (const endpoint of [api.list, api.stages, api.cycles, api.download]) {
    expect((await server.call(endpoint, { query: {} } as never)).status).toBe(401);
    expect((await server.call(endpoint, { token: applicant.token, query: {} } as never)).status).toBe(403);
  }
});

test('a project keeps its place and name after its applicant’s account is deleted', async () => {
  const { id, userId, teacherId } = await sentFrom();
  const admin = await signedIn(server.db, { roleIds: [1] });
  expect((await server.call(userApi.remove, { token: admin.token, body: [userId] })).status).toBe(200);
  expect(await ids(tianjin, { blurry: '慕容' })).toContain(id);
  // The register of the school no longer lists the applicant either.
  const elsewhere = await findSchoolId(server.db, '南开大学');
  await server.db.updateTable('teacher').set({ school_id: elsewhere }).where('id', '=', teacherId).execute();
  const { content } = await list(tianjin, { id, blurry: '慕容' });
  expect(content).toMatchObject([{ id, name: '慕容教书', state: 'submitted' }]);
  expect((await server.call(projectApi.read, { token: tianjin, params: { id } })).status).toBe(200);
});
