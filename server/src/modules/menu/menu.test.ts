import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BuiltMenu } from '@zhiping/shared/contracts/built-menu.ts';
import { builtMenuApi } from '@zhiping/shared/contracts/built-menu.ts';
import { permissions } from '@zhiping/shared/permissions.ts';
import { addBody, createRole, findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const pagesOf = (menus: BuiltMenu[]): string[] =>
  menus.flatMap((menu) => [...(menu.children ? pagesOf(menu.children) : [menu.name ?? ''])]);

const catalogues = ['Subject', 'School'];
const pool = ['Expert', ...catalogues, 'Teacher'];
const supervised = ['Expert', ...catalogues];
const reading = ['ReviewRules', 'WorkingCalendar'];
const texts = ['ReviewRules', 'Commitment', 'WorkingCalendar'];
const review = [
  'ReviewCycle',
  'ReviewBoard',
  'ProjectCheck',
  'UnitPublicity',
  'Integrity',
  'Conflict',
  'ExpertDraw',
  'Assignment',
  'ReviewProgress',
  'Confirmation',
  'BlindCopy',
  'ReviewRules',
  'Commitment',
  'MessageTexts',
  'WorkingCalendar',
];
/** The supervisor's list stands where others check. */
const everythingOf = (pages: string[]) =>
  pages.flatMap((page) => (page === 'ReviewBoard' ? [page, 'ProjectStanding'] : [page]));
const logs = ['OperationLog', 'LoginLog', 'RecordCheck'];
const people = ['User', 'Role', 'Menu', 'Dept', 'Job'];
const applying = ['ApplyNotice', 'MyProjects'];
const running = ['Monitor', 'SqlMonitor', 'Timing', 'Outbox'];
const system = [...people, 'ArticleAdmin', 'Dict', 'Storage', ...logs, 'ErrorLog', 'OnlineUser', ...running];

test.each([
  [
    'the super administrator',
    1,
    [...pool, ...applying, 'ReviewDesk', ...everythingOf(review), ...system, 'Archive'],
  ],
  ['the system administrator', 2, [...catalogues, ...system]],
  ['the review office', 3, [...pool, ...review, 'ArticleAdmin']],
  [
    'the supervisor',
    4,
    [
      ...supervised,
      'ReviewCycle',
      'ReviewBoard',
      'ProjectStanding',
      'ExpertDraw',
      'ReviewProgress',
      'Confirmation',
      ...texts,
      ...logs,
    ],
  ],
  ['a plain user', 5, []],
  ['an expert', 6, ['ReviewDesk']],
  ['an applicant', 7, applying],
  [
    'a school title officer',
    9,
    [...pool, 'ReviewBoard', 'ProjectCheck', 'UnitPublicity', 'Confirmation', ...reading],
  ],
])('%s sees his pages', async (_, role, pages) => {
  const { token } = await signedIn(server.db, { roleIds: [role] });
  const { body } = await server.call(builtMenuApi.build, { token });
  expect(pagesOf(body)).toEqual(pages);
});

test('an officer of a supervising body gets no page that is always empty', async () => {
  const schoolId = await findSchoolId(server.db, '天津大学');
  const body = await addBody(server.db, schoolId);
  const seenBy = async (options: Parameters<typeof signedIn>[1]) => {
    const { token } = await signedIn(server.db, options);
    return pagesOf((await server.call(builtMenuApi.build, { token })).body);
  };
  const officer = [...pool, 'ReviewBoard', 'ProjectCheck', 'UnitPublicity', 'Confirmation', ...reading];
  const itsOwn = new Set(['Expert', 'Teacher', 'School', 'UnitPublicity']);
  expect(await seenBy({ roleIds: [9], deptId: body })).toEqual(officer.filter((page) => !itsOwn.has(page)));
  // Readers with an own school beside it, and those with an unrestricted scope, keep theirs.
  const own = await createRole(server.db, { dataScope: '自定义', deptIds: [schoolId] });
  expect(await seenBy({ roleIds: [9, own], deptId: body })).toEqual(officer);
  expect(await seenBy({ roleIds: [3, 9], deptId: body })).toEqual(expect.arrayContaining([...itsOwn]));
});

test('menus of the database only carry permissions of the closed list', async () => {
  const rows = await server.db
    .selectFrom('menu')
    .select('permission')
    .where('permission', 'is not', null)
    .execute();
  for (const { permission } of rows) expect(Object.keys(permissions)).toContain(permission);
});
