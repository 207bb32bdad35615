import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readXlsx } from 'hucre/xlsx';
import { projectListApi as api, type ProjectSheet } from '@zhiping/shared/contracts/project-list.ts';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { publicityWords } from '@zhiping/shared/rules/project/waiting.ts';
import { later } from '../../platform/clock.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';
import {
  completeProject,
  createProject,
  newApplicant,
  publishedCycle,
  submit,
} from '../../../test/project-helpers.ts';

const START = new Date('2026-09-10T10:00:00+08:00');
const DAY = 86_400_000;
const clock = travellingClock(START);
let server: TestServer;
let office: string;
let school: string;
let elsewhere: string;
let cycleId: number;
const ids: Record<string, number> = {};

const officerOf = async (name: string) =>
  (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, name) })).token;
/** A project set to a state directly, without the steps before it. */
const standing = async (state: ProjectState, schoolName = '天津大学') => {
  const applicant = await newApplicant(server, schoolName);
  const id = await completeProject(server, applicant, cycleId);
  expect((await submit(server, applicant.token, id)).status).toBe(204);
  await server.db.updateTable('project').set({ state }).where('id', '=', id).execute();
  return id;
};
const board = (token: string, id = cycleId) => server.call(api.board, { token, query: { cycleId: id } });
const listed = async (token: string, waiting: string) =>
  (await server.call(api.list, { token, query: { cycleId, waiting: waiting as 'check' } })).body.content.map(
    ({ id }) => id,
  );

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  [school, elsewhere] = [await officerOf('天津大学'), await officerOf('南开大学')];
  cycleId = await publishedCycle(server, office);
  for (const state of ['submitted', 'returned', 'unitPublicity', 'reported', 'supplementing'] as const)
    ids[state] = await standing(state);
  ids.other = await standing('submitted', '南开大学');
  await createProject(server, await newApplicant(server), cycleId);
  await server.db
    .insertInto('project_return')
    .values({
      project_id: ids.supplementing!,
      round: 1,
      kind: 'supplement',
      due_at: later(START, 9 * DAY),
      reason: '补正',
      reasons: '[]',
      returned_by: 1,
      returned_at: START,
    })
    .execute();
  await server.pool.query(
    `with notice as (insert into unit_publicity (cycle_id, school_id, starts_on, ends_on, working_days, place, contact, notice, people, create_time)
       select cycle_id, school_id, '2026-09-10', '2026-09-16', 5, '公告栏', '人事处', '公示', '[]', now() from project where id = $1 returning id)
     insert into unit_publicity_project select id, $1, 1 from notice`,
    [ids.unitPublicity],
  );
});
afterAll(() => server.close());

describe('the board of a cycle', () => {
  test('counts the projects that its reader may see by target and school', async () => {
    const { body } = await board(office);
    expect(body.cycle.deadlines.map(({ label, isPast }) => [label, isPast])).toContainEqual([
      '申报截止',
      false,
    ]);
    expect(body.targets).toMatchObject([{ titleSeries: '1', titleLevel: 'associateSenior' }]);
    expect(body.targets[0]?.counts).toContainEqual({ state: 'submitted', count: 2 });
    expect(body.schools.map(({ schoolName }) => schoolName).toSorted()).toEqual(['南开大学', '天津大学']);
    const own = (await board(school)).body;
    expect(own.schools.map(({ schoolName }) => schoolName)).toEqual(['天津大学']);
    // Applicants without a submitted project are listed without a title.
    expect(own.targets).toContainEqual({
      titleSeries: null,
      titleLevel: null,
      counts: [{ state: 'draft', count: 1 }],
    });
    expect((await board(elsewhere)).body.schools).toMatchObject([
      { schoolName: '南开大学', counts: [{ state: 'submitted', count: 1 }] },
    ]);
  });

  test('counts delayed projects; each count matches its list', async () => {
    const waits = async (token: string) =>
      Object.fromEntries((await board(token)).body.waiting.map(({ waiting, count }) => [waiting, count]));
    expect(Object.values(await waits(office)).every((count) => count === 0)).toBe(true);
    clock.travelTo(later(START, 8 * DAY));
    const found = await waits(office);
    expect(found).toEqual({
      check: 2,
      mend: 1,
      objection: 0,
      report: 1,
      decide: 1,
      second: 0,
      supplement: 1,
    });
    expect(await waits(elsewhere)).toMatchObject({ check: 1, mend: 0, report: 0 });
    expect(await listed(office, 'report')).toEqual([ids.unitPublicity]);
    expect(await listed(office, 'supplement')).toEqual([ids.supplementing]);
    expect(await listed(elsewhere, 'check')).toEqual([ids.other]);
    clock.travelTo(START);
  });

  test('its list filters by publicity, title and time of saving; projects that wait for the reader come first', async () => {
    const found = async (query: object, token = school) =>
      (await server.call(api.list, { token, query: { cycleId, ...query } })).body.content.map(({ id }) => id);
    const own = ids.unitPublicity!;
    expect(await found({ publicity: 'running' })).toEqual([own]);
    for (const publicity of ['none', 'ended', 'objected']) expect(await found({ publicity })).toEqual([]);
    clock.travelTo(later(START, 8 * DAY));
    expect(await found({ publicity: 'ended' })).toEqual([own]);
    const { body } = await server.call(api.list, { token: school, query: { cycleId, id: own } });
    expect(publicityWords(body.content[0]!.publicity)).toBe('公示已结束（2026-09-16 止）');
    clock.travelTo(START);
    expect(await found({ publicity: 'running' }, elsewhere)).toEqual([]);
    // Unsubmitted projects have no title for those who check.
    expect(await found({ titleName: '教授' })).toHaveLength(5);
    expect(await found({ titleName: '研究员' })).toEqual([]);
    const day = (text: string) => [`${text} 00:00:00`, `${text} 23:59:59`];
    expect(await found({ updateTime: day('2026-09-01') })).toEqual([]);
    expect((await found({})).slice(0, 2)).toEqual([own, ids.submitted]);
    const wrong = await server.call(api.list, { token: school, query: { publicity: 'never' as 'none' } });
    expect(wrong.status).toBe(400);
  });

  test('is readable only by accounts that check projects of the cycle', async () => {
    expect((await board(office, 999_999)).status).toBe(404);
    const applicant = await newApplicant(server);
    expect((await board(applicant.token)).status).toBe(403);
  });
});

describe('a sheet', () => {
  const noOf = async (id: number) =>
    (await server.call(api.list, { token: school, query: { id } })).body.content[0]!.no!;
  const sheet = (kind: ProjectSheet, token: string) =>
    server.call(api.sheet, { token, query: { kind, cycleId } });

  test.each([
    ['roster', '花名册', ['申报学科', '手机']],
    ['overview', '申报人员情况一览表', ['论文', '其中第一或通讯作者', '部门表决（赞成/实到/应到）']],
    ['checks', '审核情况汇总表', ['单位公示', '异议（件）', '资格审查', '审查意见']],
  ] as const)(
    '%s has its columns and all submitted projects, printed and as Excel',
    async (kind, name, headers) => {
      const { body } = await sheet(kind, school);
      expect(body.headers).toEqual(expect.arrayContaining([...headers]));
      expect(body.rows).toHaveLength(5);
      expect(body.rows.map(([index]) => index)).toEqual(['1', '2', '3', '4', '5']);
      const file = await server.app.inject(
        requestOf(api.sheetDownload, { token: school, query: { kind, cycleId } }),
      );
      expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain(name);
      const rows = await readSheet(file.rawPayload, [...headers], 100);
      expect(rows).toHaveLength(5);
    },
  );

  test('is sorted by school, level and name unless the list sets another order', async () => {
    const order = async (token: string, sort?: string[]) => {
      const { body } = await server.call(api.sheet, {
        token,
        query: { kind: 'roster', cycleId, ...(sort && { sort }) },
      });
      const column = (header: string) => body.rows.map((row) => row[body.headers.indexOf(header)]);
      return { schools: column('单位'), numbers: column('编号') };
    };
    const inOrder = (words: readonly (string | undefined)[]) =>
      words.toSorted((a, b) => String(a).localeCompare(String(b), 'en'));
    const { schools } = await order(office);
    expect(schools).toEqual(inOrder(schools));
    const { numbers } = await order(school, ['no,desc']);
    expect(numbers).toEqual(inOrder(numbers).toReversed());
    const one = ids.reported!;
    const at = async () => (await order(school)).numbers.indexOf(await noOf(one));
    await server.pool.query(`update project set title_level = 'middle' where id = $1`, [one]);
    expect(await at()).toBe(4);
    await server.pool.query(`update project set title_level = 'fullSenior' where id = $1`, [one]);
    expect(await at()).toBe(0);
    await server.pool.query(`update project set title_level = 'associateSenior' where id = $1`, [one]);
  });

  test('contains figures of the form', async () => {
    const { body } = await sheet('overview', school);
    const at = (header: string) => body.rows[0]?.[body.headers.indexOf(header)];
    expect([at('课程'), at('论文'), at('其中第一或通讯作者'), at('著作')]).toEqual(['1', '1', '1', '0']);
  });

  test('contains numbers as numeric cells', async () => {
    const workbook = async (kind: ProjectSheet) => {
      const file = await server.app.inject(
        requestOf(api.sheetDownload, { token: school, query: { kind, cycleId } }),
      );
      const [first] = (await readXlsx(file.rawPayload)).sheets;
      const [headers, row] = first!.rows;
      return { at: (header: string) => row![headers!.indexOf(header)] };
    };
    const overview = await workbook('overview');
    expect([overview.at('序号'), overview.at('论文'), overview.at('著作')]).toEqual([1, 1, 0]);
    const checks = await workbook('checks');
    expect(checks.at('异议（件）')).toBe(0);
  });

  test('for the public lists only eligible applicants and no personal details', async () => {
    await server.pool.query(`update project set state = 'eligible' where id = $1`, [ids.reported]);
    const { body } = await sheet('eligible', office);
    await server.pool.query(`update project set state = 'reported' where id = $1`, [ids.reported]);
    expect(body.rows.map(([index]) => index)).toEqual(['1']);
    expect(body.headers.join()).not.toMatch(/手机|出生|证件|编号/);
  });

  test('contains only projects of the own schools', async () => {
    expect((await sheet('roster', elsewhere)).body.rows).toHaveLength(1);
    const applicant = await newApplicant(server);
    expect((await sheet('roster', applicant.token)).status).toBe(403);
  });
});
