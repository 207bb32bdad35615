import { afterAll, beforeAll, expect, test } from 'vitest';
import { materialArchiveApi as api } from '@zhiping/shared/contracts/material-archive.ts';
import { findSchoolId, signedIn } from '../../../../test/factories.ts';
import { readablePdf } from '../../../../test/file-helpers.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../../test/harness.ts';
import { patience } from '../../../../test/idle.ts';
import { uploadArchive } from '../../../../test/import-helpers.ts';
import {
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
} from '../../../../test/project-helpers.ts';
import { zipOf } from '../../../../test/zip-file.ts';

const SCHOOL = '天津大学';
const DAY_MS = 86_400_000;
const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let officer: string;
let cycleId: number;
let archiveId: number;
let owner: Awaited<ReturnType<typeof newApplicant>>;
let other: Awaited<ReturnType<typeof newApplicant>>;
let projectId: number;

const stateIs = async (state: string) =>
  await expect
    .poll(async () => (await server.call(api.latest, { token: officer })).body.archive?.state, patience)
    .toBe(state);
const files = async () => (await server.call(api.files, { token: officer, params: { id: archiveId } })).body;
const assign = (
  position: number,
  body: { teacherId: number; kind: string; order?: number },
  token = officer,
) => server.call(api.assign, { token, params: { id: archiveId, position }, body: body as never });

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  const office = await signedIn(server.db, { roleIds: [3] });
  const schoolId = await findSchoolId(server.db, SCHOOL);
  cycleId = await publishedCycle(server, office.token);
  // Tasks are due by the clock of the database, so the test's clock follows it.
  clock.travelTo(new Date(Date.now() + 3_600_000));
  const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS);
  await server.db
    .updateTable('cycle')
    .set({ state: 'applying', apply_opens_at: at(-5), apply_closes_at: at(5), report_closes_at: at(10) })
    .where('id', '=', cycleId)
    .execute();
  officer = (await signedIn(server.db, { roleIds: [9], deptId: schoolId })).token;
  [owner, other] = [await newApplicant(server, SCHOOL), await newApplicant(server, SCHOOL)];
  projectId = await completeProject(server, owner, cycleId);
});
afterAll(() => server.close());

test('a file that no name places is assigned by hand, and imported', async () => {
  const paper = await readablePdf('论文');
  const uploadId = await uploadArchive(
    server,
    officer,
    zipOf([
      { name: '扫描件/一篇论文.pdf', data: paper },
      { name: '扫描件/证书.pdf', data: await readablePdf('证书') },
      { name: '扫描件/证书副本.pdf', data: await readablePdf('证书') },
      { name: '网页.pdf', data: Buffer.from('<html>') },
    ]),
  );
  const made = await server.call(api.create, { token: officer, body: { uploadId, cycleId } });
  archiveId = made.body.id;
  await stateIs('checked');
  expect((await files()).map(({ outcome, canAssign }) => [outcome, canAssign])).toEqual([
    ['refused', true],
    ['refused', true],
    ['refused', true],
    ['refused', false],
  ]);
  const choices = await server.call(api.choices, { token: officer, params: { id: archiveId } });
  expect(choices.body.people.map(({ teacherId }) => teacherId)).toEqual([owner.teacherId]);
  expect(choices.body.kinds).toContain('代表作全文');

  const { teacherId } = owner;
  expect((await assign(0, { teacherId, kind: '其他材料' })).status).toBe(204);
  // Corrected: until the import a file may be put elsewhere.
  expect((await assign(0, { teacherId, kind: '代表作全文', order: 1 })).status).toBe(204);
  expect((await assign(1, { teacherId, kind: '其他材料' })).status).toBe(204);
  expect((await files()).map(({ outcome, reason, place }) => [outcome, reason ?? place])).toEqual([
    ['ready', '代表作全文：一篇论文'],
    ['ready', '其他材料'],
    ['refused', expect.stringContaining('文件名应为')],
    ['refused', expect.stringContaining('只能上传')],
  ]);

  expect((await server.call(api.commit, { token: officer, params: { id: archiveId } })).status).toBe(204);
  await stateIs('done');
  const { materials } = await readProject(server, owner.token, projectId);
  expect(materials.map(({ name, type, entryKey }) => [name, type, entryKey])).toEqual([
    ['证书', 'other', null],
    ['一篇论文', 'representativeWork', 'r1'],
  ]);
  expect((await assign(2, { teacherId, kind: '其他材料' })).error.code).toBe('archive.not_checked');
});

test.each<[string, () => [number, { teacherId: number; kind: string; order?: number }], string]>([
  [
    'to a teacher without a project',
    () => [2, { teacherId: other.teacherId, kind: '其他材料' }],
    'teacherId',
  ],
  ['to a teacher of nowhere', () => [2, { teacherId: 999_999, kind: '其他材料' }], 'teacherId'],
  ['as an unknown kind', () => [2, { teacherId: owner.teacherId, kind: '成绩单' }], 'kind'],
  [
    'as the text of a work that is not there',
    () => [2, { teacherId: owner.teacherId, kind: '代表作全文', order: 9 }],
    'order',
  ],
  ['where its content is already', () => [2, { teacherId: owner.teacherId, kind: '其他材料' }], 'teacherId'],
])('no file is assigned %s', async (_, wanted, field) => {
  await server.db
    .updateTable('material_archive')
    .set({ state: 'checked' })
    .where('id', '=', archiveId)
    .execute();
  const { status, error } = await assign(...wanted());
  expect([status, error.errors?.[0]?.field]).toEqual([400, field]);
  expect((await files())[2]!.outcome).toBe('refused');
});

test('files of wrong content, and archives of others, are not assigned', async () => {
  const body = { teacherId: owner.teacherId, kind: '其他材料' };
  expect((await assign(3, body)).status).toBe(404);
  const schoolId = await findSchoolId(server.db, SCHOOL);
  const colleague = (await signedIn(server.db, { roleIds: [9], deptId: schoolId })).token;
  expect((await assign(2, body, colleague)).status).toBe(404);
  expect((await server.call(api.choices, { token: colleague, params: { id: archiveId } })).status).toBe(404);
  expect((await assign(2, body, owner.token)).status).toBe(403);
});
