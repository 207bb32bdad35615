import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import { countsOf, moveCycle } from '../../../test/cycle-helpers.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  departmentVote,
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  submit,
  uploadFile,
} from '../../../test/project-helpers.ts';
import { readablePdf } from '../../../test/file-helpers.ts';
import { deleteUnusedFiles } from '../../platform/files/sweep-files.ts';
import { advanceDueCycles } from '../cycle/advance-cycles.ts';

const open = new Date('2026-09-10T10:00:00+08:00');
const clock = travellingClock(open);
let server: TestServer;
let office: string;
let school: string;
let elsewhere: string;
let applicant: Awaited<ReturnType<typeof newApplicant>>;
let cycleId: number;
let id: number;

const officerOf = async (name: string) =>
  (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, name) })).token;
const vote = {
  ...departmentVote,
  inFavour: 7,
  against: 1,
  abstain: 1,
  opinion: '教学科研业绩突出，同意推荐',
};
const recommend = async (token: string | undefined, change: object = {}) => {
  const { version } = await readProject(server, applicant.token, id);
  return server.call(api.recommend, {
    ...(token && { token }),
    params: { id },
    body: { version, ...vote, ...change },
  });
};

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  [school, elsewhere] = [await officerOf('天津大学'), await officerOf('南开大学')];
});
beforeEach(async () => {
  clock.travelTo(open);
  cycleId = await publishedCycle(server, office);
  applicant = await newApplicant(server);
  id = await completeProject(server, applicant, cycleId);
  await submit(server, applicant.token, id);
});
afterAll(() => server.close());

test('a project is recommended with the vote of its department and cannot be edited', async () => {
  const before = await server.call(api.read, { token: school, params: { id } });
  expect(before.body).toMatchObject({ recommendation: null, can: { return: true, recommend: true } });
  expect((await recommend(school)).status).toBe(204);
  for (const token of [school, office])
    expect((await server.call(api.read, { token, params: { id } })).body).toMatchObject({
      state: 'unitPublicity',
      recommendation: { ...vote, at: '2026-09-10 10:00:00', by: expect.stringMatching(/^用户/) },
    });
  const own = await readProject(server, applicant.token, id);
  expect(own).toMatchObject({ state: 'unitPublicity', history: [{ event: '推荐' }, { event: '提交' }] });
  expect(own.can).toMatchObject({ withdraw: true, edit: expect.stringContaining('不能「修改」') });
  expect(JSON.stringify(own)).not.toContain(vote.opinion);
  const { body } = await server.call(projectListApi.list, {
    token: school,
    query: { id, state: 'unitPublicity' },
  });
  expect(body.totalElements).toBe(1);
  const events = await server.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'project.recommended')
    .where('entity_id', '=', String(id))
    .execute();
  expect(events).toMatchObject([{ detail: { round: 1, present: 9, inFavour: 7, against: 1, abstain: 1 } }]);
});

test.each([
  [{ abstain: 0 }, 'present', /与实到 9 人不符/],
  [{ inFavour: 10 }, 'present', /与实到 9 人不符/],
  [{ inFavour: 2, against: 6 }, 'present', /没有超过实到 9 人的半数，不能推荐/],
  [{ expected: 8 }, 'present', /多于应到 8 人/],
  [{ heldOn: '2026-09-11' }, 'heldOn', /不能晚于今天/],
  [{ place: ' ' }, 'place', /评议地点/],
  [{ present: 0, inFavour: 0, against: 0, abstain: 0 }, 'present', /至少为 1/],
  [{ against: -1 }, 'against', /不能小于 0/],
  [{ against: 1.5 }, 'against', /整数/],
  [{ opinion: ' ' }, 'opinion', /推荐意见/],
])('%o is refused', async (change, field, message) => {
  const { status, error } = await recommend(school, change);
  expect([status, error.errors?.[0]]).toMatchObject([
    400,
    { field, message: expect.stringMatching(message) },
  ]);
});

test('a recommendation is refused to others, on an older version, while suspended, and after the deadline of reports', async () => {
  const missing = await server.call(api.recommend, {
    token: elsewhere,
    params: { id: 999_999 },
    body: { version: 0, ...vote },
  });
  const other = await recommend(elsewhere);
  expect([other.status, other.error.message]).toEqual([missing.status, missing.error.message]);
  expect((await recommend(undefined)).status).toBe(401);
  for (const token of [office, applicant.token]) expect((await recommend(token)).status).toBe(403);
  expect((await recommend(school, { version: 0 })).status).toBe(409);
  await moveCycle(server, office, { id: cycleId, event: 'suspend', reason: '核查' });
  expect((await recommend(school)).error.message).toBe('批次已暂停：核查');
  await moveCycle(server, office, { id: cycleId, event: 'resume' });
  clock.travelTo(new Date('2026-10-16T00:00:01+08:00'));
  await advanceDueCycles(server.db, clock.now());
  expect((await recommend(school)).error.code).toBe('project.report');
});

test('one of several simultaneous recommendations counts', async () => {
  const { version } = await readProject(server, applicant.token, id);
  const answers = await Promise.all([1, 2, 3].map(() => recommend(school, { version })));
  expect(countsOf(answers)).toEqual({ 204: 1, 409: 2 });
  expect((await recommend(school)).error.code).toBe('state.impossible');
});

const addFile = async (token: string, bytes: Buffer, name = '会议记录.pdf') =>
  server.call(api.addRecommendationFile, {
    token,
    params: { id },
    body: { uploadId: await uploadFile(server, token, { bytes, name }) },
  });
const readFile = (token: string | undefined, fileId: number) =>
  server.app.inject(requestOf(api.recommendationFile, { ...(token && { token }), params: { id: fileId } }));

test('files of a recommendation are readable only by those who check the project', async () => {
  const { body: file, status } = await addFile(school, await readablePdf('会议记录'));
  expect({ status, file }).toMatchObject({
    status: 201,
    file: { name: '会议记录', format: 'pdf', pages: 1 },
  });
  expect((await readFile(school, file.id)).statusCode).toBe(404);
  expect((await recommend(school, { fileIds: [file.id] })).status).toBe(204);
  for (const token of [school, office]) {
    const { body } = await server.call(api.read, { token, params: { id } });
    expect(body).toMatchObject({ recommendation: { files: [{ id: file.id, name: '会议记录' }] } });
    expect((await readFile(token, file.id)).statusCode).toBe(200);
  }
  expect((await readFile(elsewhere, file.id)).statusCode).toBe(404);
  expect((await readFile(undefined, file.id)).statusCode).toBe(401);
  const own = await readProject(server, applicant.token, id);
  expect(own).toMatchObject({ publicity: null, cycle: { isOpen: true, reviewClosesAt: expect.any(String) } });
  expect(JSON.stringify(own)).not.toContain('会议记录');
  expect((await readFile(applicant.token, file.id)).statusCode).toBe(403);
  const readings = await server.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'project.recommendation_file_read')
    .where('entity_id', '=', String(id))
    .execute();
  expect(readings).toHaveLength(2);
});

test('a recommendation takes only the officer’s own valid files', async () => {
  expect((await addFile(school, Buffer.from('%PDF-1.7\n没有页'))).error.message).toMatch(/已损坏/);
  expect((await addFile(school, Buffer.from('文字'), '说明.txt')).status).toBe(400);
  expect((await addFile(elsewhere, await readablePdf('别校'))).status).toBe(404);
  const colleague = await officerOf('天津大学');
  const { body: theirs } = await addFile(colleague, await readablePdf('同事的'));
  expect((await recommend(school, { fileIds: [theirs.id] })).error.code).toBe('project.recommendation_file');
  expect((await recommend(school, { fileIds: [0, 1, 2, 3, 4, 5] })).status).toBe(400);
  expect((await recommend(school)).status).toBe(204);
  expect((await addFile(school, await readablePdf('太晚'))).error.code).toBe('state.impossible');
});

test('an officer with too many unused files is refused before the upload is taken', async () => {
  const { body: file } = await addFile(school, await readablePdf('会议记录'));
  // Inserts the maximum number of waiting files, since uploading so many takes too long.
  await sql`insert into recommendation_file (project_id, name, format, sha256, source_sha256, bytes, pages, added_by, create_time, whole)
    select project_id, name, format, sha256, source_sha256, bytes, pages, added_by, create_time, whole
    from recommendation_file, generate_series(2, 20) where id = ${file.id}`.execute(server.db);
  expect((await addFile(school, await readablePdf('再来一个'))).error).toMatchObject({
    code: 'project.recommendation_files',
    message: '已上传而没有使用的推荐附件有 20 个，一天后自动清除，请届时再传',
  });
  expect((await recommend(school, { fileIds: [file.id] })).status).toBe(204);
});

test('unused files are deleted after a day, used ones are kept', async () => {
  const { body: used } = await addFile(school, await readablePdf('用上的'));
  const { body: left } = await addFile(school, await readablePdf('没用的'));
  await recommend(school, { fileIds: [used.id] });
  await deleteUnusedFiles(server.db, new Date(open.getTime() + 25 * 3_600_000));
  const kept = await server.db
    .selectFrom('recommendation_file')
    .select('id')
    .where('project_id', '=', id)
    .execute();
  expect(kept).toEqual([{ id: used.id }]);
  expect(left.id).not.toBe(used.id);
});

test('an officer cannot recommend their own project', async () => {
  const { userId, token, schoolId } = applicant;
  await server.db.insertInto('user_role').values({ user_id: userId, role_id: 9 }).execute();
  await server.db.updateTable('sys_user').set({ dept_id: schoolId }).where('id', '=', userId).execute();
  expect((await recommend(token)).status).toBe(404);
});
