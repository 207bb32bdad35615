import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import {
  assignmentApi,
  fileMarks,
  type FileMark,
  taskMarks,
  type TaskMark,
} from '@zhiping/shared/contracts/assignment.ts';
import { reviewApi } from '@zhiping/shared/contracts/review.ts';
import { reviewBoardApi as api } from '@zhiping/shared/contracts/review-board.ts';
import { addCollege, signedIn, createRole, findSchoolId } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import { publishedCycle, withoutFiles } from '../../../test/project-helpers.ts';
import {
  drawableExperts,
  eligibleProjects,
  conductDraw,
  newDraw,
  newSecret,
  releaseDraw,
  wholeOpinion,
} from '../../../test/review-helpers.ts';
import { closeRound } from '../../../test/round-helpers.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';
import { partPerson } from '../../../test/former-units.ts';
import { patience } from '../../../test/idle.ts';

const clock = travellingClock(new Date('2026-09-10T10:00:00+08:00'));
let server: TestServer;
let office: { id: number; token: string };
let cycleId: number;
let experts: Awaited<ReturnType<typeof drawableExperts>>;
let projects: Awaited<ReturnType<typeof eligibleProjects>>;

type Place = { assignmentId: number; expertId: number; projectId: number };
let places: Place[];
const placesOf = (projectId: number) => places.filter((place) => place.projectId === projectId);
const tokenOf = ({ expertId }: Place) => experts.find((one) => one.expertId === expertId)!.token;

const files = async (query: object = {}) => {
  const { body, error } = await server.call(assignmentApi.files, {
    token: office.token,
    query: { cycleId, size: 100, ...query },
  });
  expect(error?.message).toBeUndefined();
  return body;
};
const board = async (by: 'subject' | 'school', token = office.token) =>
  (await server.call(api.board, { token, query: { cycleId, by } })).body;
const progress = async (query: object = {}) =>
  (await server.call(api.experts, { token: office.token, query: { cycleId, size: 100, ...query } })).body;
const sign = (place: Place) =>
  server.call(reviewApi.commit, {
    token: tokenOf(place),
    body: { assignmentIds: [place.assignmentId], version: 1, agreed: true },
  });
/** Submits an opinion with this many points of the hundred. */
const handIn = async (place: Place, points: number, conclusion: 'agree' | 'disagree' = 'agree') => {
  const [token, params] = [tokenOf(place), { id: place.assignmentId }];
  await sign(place);
  const { version } = (await server.call(reviewApi.read, { token, params })).body;
  const opinion = wholeOpinion({
    scores: {
      topic: 20,
      method: 30,
      works: Math.min(35, points - 50),
      norms: Math.max(0, points - 85),
    },
    texts: { opinion: `=1+1 ${'该同志成果突出，达到要求。'.repeat(8)}` },
    conclusion,
  });
  const saved = await server.call(reviewApi.save, {
    token,
    params,
    body: { version, opinion, client: 'tab', seconds: 600 },
  });
  expect(saved.status, saved.error?.message).toBe(200);
  const sent = await server.call(reviewApi.submit, { token, params, body: { version: version + 1 } });
  expect(sent.status, sent.error?.message).toBe(204);
};
const sheet = (path: string) =>
  server.app.inject(
    requestOf({ ...api.scoreSheet, path } as typeof api.scoreSheet, {
      token: office.token,
      query: { cycleId },
    }),
  );
const rowsOf = async (path: string, headers: string[]) => {
  const answer = await sheet(path);
  expect(answer.statusCode).toBe(200);
  return (await readSheet(answer.rawPayload, headers, 100)).map(({ values }) => values);
};

beforeAll(async () => {
  server = await startTestServer({ clock, work: {} });
  office = await signedIn(server.db, { roleIds: [3] });
  experts = await drawableExperts(server, 8);
  cycleId = await publishedCycle(server, office.token, { ...withoutFiles, R2: { values: { extra: 1 } } });
  projects = await eligibleProjects(server, cycleId, 4);
  const id = await newDraw(server, office.token, { cycleId, plan: { isWitnessed: false } });
  await conductDraw(server, id, [{ token: office.token, secret: newSecret() }]);
  await releaseDraw(server, office.token, id);
  const { content } = await files();
  places = content.flatMap(({ projectId, experts: own }) =>
    own.map(({ assignmentId, expertId }) => ({ assignmentId, expertId: expertId!, projectId })),
  );
});
afterAll(() => server.close());

/** Each number of a board is a list; so many it must hold. */
const everyNumberIsItsList = async () => {
  for (const by of ['subject', 'school'] as const) {
    const { rows, files: all, marks } = await board(by);
    expect(all).toBe((await files()).totalElements);
    for (const row of rows) {
      const group = by === 'school' ? { schoolId: Number(row.key) } : { subject: row.key };
      expect((await files(group)).totalElements).toBe(row.files);
      for (const mark of Object.keys(fileMarks) as FileMark[])
        expect((await files({ ...group, mark })).totalElements, `${row.name} ${mark}`).toBe(row.marks[mark]);
    }
    const { notBegun, underway, done } = marks;
    expect(notBegun + underway + done).toBe(all);
  }
  for (const row of (await progress()).content)
    for (const task of Object.keys(taskMarks) as TaskMark[])
      expect((await files({ expertId: row.expertId, task })).totalElements, `${row.name} ${task}`).toBe(
        row[task],
      );
};

describe('the board of a round', () => {
  test('starts with projects without opinions, and names subjects and schools', async () => {
    const { rows, marks, files: all } = await board('subject');
    expect(all).toBe(4);
    expect(marks).toMatchObject({ notBegun: 4, underway: 0, done: 0, short: 0, late: 0, wide: 0 });
    expect(rows[0]!.name).not.toMatch(/\//);
    expect((await board('school')).rows.map(({ name }) => name)).toContain('天津大学');
    await everyNumberIsItsList();
  });

  test('follows what experts do', async () => {
    const [first, second, third] = projects.map(({ id }) => placesOf(id));
    await handIn(first![0]!, 90);
    await handIn(first![1]!, 70);
    await handIn(first![2]!, 80);
    await handIn(second![0]!, 80);
    await sign(third![0]!);
    const { marks } = await board('school');
    expect(marks).toMatchObject({ notBegun: 2, underway: 1, done: 1, wide: 1, extra: 0 });
    await everyNumberIsItsList();
    const summary = await server.call(assignmentApi.summary, { token: office.token, query: { cycleId } });
    expect(summary.body.marks).toEqual(marks);
  });

  test('shows returned and late opinions', async () => {
    const place = placesOf(projects[1]!.id)[0]!;
    const { version } = (await files({ projectId: place.projectId })).content[0]!.experts.find(
      ({ assignmentId }) => assignmentId === place.assignmentId,
    )!;
    await server.call(assignmentApi.return, {
      token: office.token,
      params: { id: place.assignmentId },
      body: { version, reason: '意见过于笼统', dueAt: '2026-09-12 12:00:00' },
    });
    clock.travelTo(new Date('2026-09-12T12:00:01+08:00'));
    const { marks } = await board('subject');
    expect(marks).toMatchObject({ returned: 1, late: 1, done: 1 });
    const [late] = (await progress()).content;
    expect(late).toMatchObject({ expertId: place.expertId, late: 1, returned: 1 });
    expect(late!.draftAt).toMatch(/^2026-09-10/);
    expect((await progress({ task: 'late' })).totalElements).toBe(1);
    await everyNumberIsItsList();
    clock.travelTo(new Date('2026-09-10T11:00:00+08:00'));
  });

  test('takes a school with its colleges, in its rows and where files or experts are filtered by it', async () => {
    const { expertId, schoolName } = (await progress()).content[0]!;
    const [schoolId, unitId] = [
      await findSchoolId(server.db, '天津大学'),
      await findSchoolId(server.db, schoolName!),
    ];
    const count = async () =>
      [await files({ schoolId }), await progress({ schoolId: unitId })].map((one) => one.totalElements);
    const [before, { rows }] = [await count(), await board('school')];
    const { projectId } = (await files({ schoolId })).content[0]!;
    await addCollege(server.db, schoolId, 'project', projectId);
    await addCollege(server.db, unitId, 'expert', expertId);
    expect(await count()).toEqual(before);
    expect((await board('school')).rows).toEqual(rows);
    await everyNumberIsItsList();
  });

  test('shows where an expert may not continue: disabled, in conflict, or an applicant', async () => {
    const flagged = async () => {
      const { content } = await files();
      const told = content.filter(({ experts: own }) => own.some(({ isFlagged }) => isFlagged));
      const { marks } = await board('school');
      expect((await files({ mark: 'flagged' })).totalElements).toBe(marks.flagged);
      expect(told.length).toBe(marks.flagged);
      return marks.flagged;
    };
    const [place] = placesOf(projects[3]!.id);
    const before = await flagged();
    const query = (text: string, ...values: unknown[]) => server.pool.query(text, values);
    await query('update expert set enabled = false where id = $1', place!.expertId);
    expect(await flagged()).toBeGreaterThan(before);
    await query('update expert set enabled = true where id = $1', place!.expertId);
    await query(
      `insert into conflict (cycle_id, project_id, expert_id, kind, severity, evidence, source, computed_at)
       values ($1, $2, $3, 'relative', 'block', '亲属', 'office', now())`,
      cycleId,
      place!.projectId,
      place!.expertId,
    );
    expect(await flagged()).toBe(before + 1);
    await query(`delete from conflict where kind = 'relative' and project_id = $1`, place!.projectId);
    await query(
      'update expert set person_id = (select person_id from project where id = $1) where id = $2',
      projects[0]!.id,
      place!.expertId,
    );
    expect(await flagged()).toBeGreaterThan(before);
    await partPerson(server, place!.expertId);
    // Consequences of a change of the person are computed in the background.
    await expect.poll(flagged, patience).toBe(before);
  });

  test('is for those who run or watch the review; experts are named to the office alone', async () => {
    const supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
    const officer = (
      await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, '天津大学') })
    ).token;
    const role = await createRole(server.db, {
      permissions: ['review:list', 'review:export', 'review:exportNames', 'review:figures'],
      dataScope: '本级',
    });
    const narrow = (
      await signedIn(server.db, { roleIds: [role], deptId: await findSchoolId(server.db, '天津大学') })
    ).token;
    expect((await board('school', supervisor)).files).toBe(4);
    const named = [api.experts, api.expertSheet, api.figures, api.figureSheet, api.namedOpinionSheet];
    for (const endpoint of [...named, api.opinionSheet, api.scoreSheet, api.board]) {
      const query = endpoint === api.board ? { cycleId, by: 'school' } : { cycleId };
      const ask = (token?: string) => server.app.inject(requestOf(endpoint as Endpoint, { token, query }));
      expect((await ask()).statusCode, endpoint.path).toBe(401);
      expect((await ask(officer)).statusCode, endpoint.path).toBe(403);
      expect((await ask(experts[0]!.token)).statusCode, endpoint.path).toBe(403);
      if (endpoint !== api.board) {
        expect((await ask(supervisor)).statusCode, endpoint.path).toBe(403);
        expect((await ask(narrow)).statusCode, endpoint.path).toBe(403);
      }
    }
    expect(
      (await server.call(api.board, { token: office.token, query: { cycleId: 999_999, by: 'school' } }))
        .status,
    ).toBe(404);
  });
});

describe('sheets', () => {
  test('opinions without names reveal neither expert nor time, in a stable order', async () => {
    const headers = ['编号', '专家', '提交日期', '状态', '合计', '结论', '评审意见'];
    const rows = await rowsOf(api.opinionSheet.path, headers);
    expect(rows.filter((row) => row['状态'] === '已提交').map((row) => row['专家'])).toEqual([
      '专家1',
      '专家2',
      '专家3',
    ]);
    expect(rows.filter((row) => row['状态'] !== '已提交').map((row) => row['状态'])).toEqual(['已退回']);
    expect(new Set(rows.map((row) => row['合计']))).toEqual(new Set(['70', '80', '90']));
    expect(rows[0]).toMatchObject({ 提交日期: '2026-09-10', 结论: '同意' });
    // A formula is exported as text.
    expect(rows[0]!['评审意见']).toMatch(/^=1\+1/);
    expect(await rowsOf(api.opinionSheet.path, headers)).toEqual(rows);
    const bytes = (await sheet(api.opinionSheet.path)).rawPayload;
    const cells = JSON.stringify(
      await readSheet(bytes, ['编号', '袋号', '申报人', '学校', '学科', ...headers], 100),
    );
    expect(cells).not.toMatch(/专家\d号|清华大学|\d\d:\d\d/);
    await expect(readSheet(bytes, ['专家单位'], 100)).rejects.toThrow('表头缺少');
  });

  test('opinions with names do, and are on record', async () => {
    const rows = await rowsOf(api.namedOpinionSheet.path, ['专家', '专家单位', '提交时间', '合计']);
    expect(rows.map((row) => row['专家'])).toEqual(
      expect.arrayContaining([expect.stringMatching(/^专家\d号$/)]),
    );
    expect(rows[0]!['提交时间']).toMatch(/^2026-09-10 \d\d:\d\d:\d\d$/);
    const events = await server.db
      .selectFrom('audit_event')
      .select(['action', 'entity_id', 'detail'])
      .where('actor_id', '=', office.id)
      .where('action', '=', 'review.sheet_exported')
      .orderBy('seq', 'desc')
      .execute();
    expect(events[0]).toEqual({
      action: 'review.sheet_exported',
      entity_id: String(cycleId),
      detail: { sheet: 'opinions', isNamed: true },
    });
    expect(events.some(({ detail }) => detail['isNamed'] === false)).toBe(true);
  });

  test('the table of points has a row a file and its arithmetic', async () => {
    const rows = await rowsOf(api.scoreSheet.path, [
      '编号',
      '专家1合计',
      '专家3合计',
      '平均分',
      '分差',
      '结果',
      '计算',
    ]);
    expect(rows).toHaveLength(4);
    const whole = rows.find((row) => row['分差'] === '20')!;
    expect(whole).toMatchObject({ 平均分: '80', 结果: '通过' });
    expect(whole['计算']).toContain('3 份中返回 3 份');
    expect(rows.filter((row) => row['结果'] === '未定')).toHaveLength(3);
    // A returned opinion counts as it was submitted.
    expect(rows.filter((row) => row['平均分'] !== '')).toHaveLength(2);
  });

  test('progress names every expert of the round', async () => {
    const rows = await rowsOf(api.expertSheet.path, ['专家', '份数', '已提交']);
    expect(rows).toHaveLength((await progress()).totalElements);
    expect(rows.reduce((sum, row) => sum + Number(row['份数']), 0)).toBe(12);
  });
});

describe('figures on experts', () => {
  const figures = async (query: object = {}) =>
    server.call(api.figures, { token: office.token, query: { size: 100, ...query } });

  test('compare each with the others on the same file', async () => {
    const { content } = (await figures()).body;
    const own = placesOf(projects[0]!.id).map(({ expertId }) =>
      content.find((one) => one.expertId === expertId)!,
    );
    expect(own.map(({ severity }) => severity)).toEqual([15, -15, 0]);
    expect(own[0]).toMatchObject({
      opinions: 1,
      compared: 1,
      leaning: 'few',
      agreement: null,
      judged: 0,
      days: 0,
      minutes: 10,
    });
  });

  test('are sorted, found by name, and refuse an unknown order', async () => {
    const { content } = (await figures({ sort: ['severity,asc'] })).body;
    expect(content.map(({ severity }) => severity)).toEqual([-15, 0, 15]);
    const [one] = (await figures()).body.content;
    expect((await figures({ blurry: one!.name })).body.content.map(({ name }) => name)).toEqual([one!.name]);
    expect((await figures({ expertId: one!.expertId })).body.content).toEqual([one]);
    expect((await figures({ sort: ['name,asc'] })).status).toBe(400);
    expect((await figures({ cycleId: 999_999 })).body.totalElements).toBe(0);
    const rows = await rowsOf(api.figureSheet.path, ['专家', '与同材料其他专家的平均分差']);
    expect(rows).toHaveLength(3);
  });
});

describe('where the rule asks for one expert more', () => {
  const close = () => closeRound(server, office.token, cycleId);
  const opinions = async (id: number) =>
    (await server.call(assignmentApi.opinions, { token: office.token, params: { id } })).body;

  test('the round stays open until the extra expert is there, and all opinions count', async () => {
    const [first, ...others] = projects.map(({ id }) => placesOf(id));
    expect(first).toHaveLength(3);
    for (const place of others.flat())
      await handIn(place, 80, place === others[0]![0] ? 'disagree' : 'agree');
    const undecided = projects[1]!.id;
    expect((await opinions(undecided)).verdict).toMatchObject({ level: 'warn', needsExtra: true });
    expect((await files({ mark: 'extra' })).content.map(({ projectId }) => projectId)).toEqual([undecided]);
    expect((await close()).error?.message).toBe('有 1 份材料按规则须补充一名专家');
    const added = await server.call(assignmentApi.add, {
      token: office.token,
      body: { projectId: undecided, reason: '按规则补充' },
    });
    expect(added.body, added.error?.message).toEqual({ confirmationId: null });
    const extra = (await files({ projectId: undecided })).content[0]!.experts.find(
      ({ state }) => state === 'released',
    )!;
    await handIn({ ...extra, expertId: extra.expertId!, projectId: undecided }, 60, 'disagree');
    expect((await opinions(undecided)).verdict).toMatchObject({ level: 'block', needsExtra: false });
    expect((await close()).status).toBe(204);
    const { rows } = await server.pool.query(
      'select outcome, asked from external_result where project_id = $1',
      [undecided],
    );
    expect(rows).toEqual([{ outcome: 'fail', asked: 4 }]);
    const right = (
      await server.call(api.figures, { token: office.token, query: { size: 100 } })
    ).body.content.find(({ expertId }) => expertId === extra.expertId);
    expect(right!.judged).toBeGreaterThan(0);
  });
});
