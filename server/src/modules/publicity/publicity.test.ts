import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { projectCheckApi } from '@zhiping/shared/contracts/project-check.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import { projectApi } from '@zhiping/shared/contracts/project.ts';
import { publicityApi as api } from '@zhiping/shared/contracts/publicity.ts';
import { newestTexts } from '../../../test/cycle-helpers.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { schoolSteps } from '../../../test/school-steps.ts';
import { startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  departmentVote,
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  saveForm,
  submit,
} from '../../../test/project-helpers.ts';

/** A Thursday; five working days from it end on the next Wednesday. */
const START = new Date('2026-09-10T10:00:00+08:00');
const AFTER = new Date('2026-09-17T08:00:00+08:00');
const clock = travellingClock(START);
let server: TestServer;
let office: string;
let school: string;
let elsewhere: string;
let cycleId: number;
let commitmentId: number;

type Applicant = Awaited<ReturnType<typeof newApplicant>> & { id: number };

const officerOf = async (name: string) =>
  (await signedIn(server.db, { roleIds: [9], deptId: await findSchoolId(server.db, name) })).token;
const versionOf = async ({ token, id }: Applicant) => (await readProject(server, token, id)).version;
const stateOf = async ({ token, id }: Applicant) => (await readProject(server, token, id)).state;

const submittedProject = async (schoolName = '天津大学'): Promise<Applicant> => {
  const applicant = await newApplicant(server, schoolName);
  const id = await completeProject(server, applicant, cycleId);
  expect((await submit(server, applicant.token, id)).status).toBe(204);
  return { ...applicant, id };
};
const recommend = async (applicant: Applicant, token = school) => {
  const version = await versionOf(applicant);
  const { status, error } = await server.call(projectApi.recommend, {
    token,
    params: { id: applicant.id },
    body: { version, ...departmentVote },
  });
  expect(status, error?.message).toBe(204);
  return applicant;
};
const recommended = async () => recommend(await submittedProject());
const plan = { startsOn: '2026-09-10', place: '学校公告栏', contact: '人事处 022-12345678' };
const start = (ids: number[], token = school, change: object = {}) =>
  server.call(api.create, { token, body: { ids, ...plan, notice: '现予公示。', ...change } });
const started = async (ids: number[]) => {
  const { status, body, error } = await start(ids);
  expect(status, error?.message).toBe(201);
  return body.id;
};
const read = async (id: number, token = school) =>
  (await server.call(api.read, { token, params: { id } })).body;
const report = (ids: number[], token = school, change: object = {}) =>
  server.call(projectCheckApi.report, { token, body: { ids, commitmentId, ...change } });
const object = (id: number, projectId: number, token = school, change: object = {}) =>
  server.call(api.object, {
    token,
    params: { id },
    body: { projectId, name: '李四', content: '论文署名不实', receivedOn: '2026-09-10', ...change },
  });
const answer = (id: number, verdict: 'dismissed' | 'upheld', token = school) =>
  server.call(api.answer, { token, params: { id }, body: { version: 0, verdict, answer: '经核实' } });

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  [school, elsewhere] = [await officerOf('天津大学'), await officerOf('南开大学')];
  cycleId = await publishedCycle(server, office);
  commitmentId = (await newestTexts(server)).employer as number;
});
beforeEach(() => clock.travelTo(START));
afterAll(() => server.close());

describe('a publicity', () => {
  test('is drafted with its end, text and applicants, then published', async () => {
    const [one, two] = [await recommended(), await recommended()];
    const ids = [two.id, one.id];
    const draft = await server.call(api.draft, { token: school, body: { ids, ...plan } });
    expect(draft.body).toMatchObject({
      endsOn: '2026-09-16',
      workingDays: 5,
      warning: null,
      people: [
        { projectId: one.id, name: '慕容教书', department: '计算机学院', titleName: '副教授' },
        { projectId: two.id },
      ],
    });
    expect(draft.body.notice).toContain('2026 年 9 月 10 日至 2026 年 9 月 16 日（5 个工作日）');
    expect(draft.body.notice).toContain('人事处 022-12345678');
    const id = await started(ids);
    expect(await read(id)).toMatchObject({
      standing: 'running',
      notice: '现予公示。',
      people: [{ projectId: one.id, state: 'unitPublicity' }, { projectId: two.id }],
      objections: [],
      can: { cancel: true, object: true, answer: true },
    });
    const list = await server.call(projectListApi.list, {
      token: school,
      query: { id: one.id },
    });
    expect(list.body.content[0]?.publicity).toEqual({
      id,
      startsOn: '2026-09-10',
      isOver: false,
      endsOn: '2026-09-16',
      openObjections: 0,
    });
  });

  test.each([
    ['2026-09-11T23:59:59+08:00', 'planned'],
    ['2026-09-12T00:00:00+08:00', 'running'],
    ['2026-09-18T23:59:59+08:00', 'running'],
    ['2026-09-19T00:00:00+08:00', 'over'],
  ])('that starts on a Saturday is at %s %s', async (moment, standing) => {
    const one = await recommended();
    const { body } = await start([one.id], school, { startsOn: '2026-09-12' });
    const { id } = body;
    clock.travelTo(new Date(moment));
    expect((await read(id))?.standing).toBe(standing);
    const found = await server.call(api.list, { token: school, query: { standing: standing as 'over' } });
    expect(found.body.content.map((row) => row.id)).toContain(id);
    const alone = await server.call(api.list, { token: school, query: { id } });
    expect(alone.body.content.map((row) => row.id)).toEqual([id]);
  });

  test('lists recommended applicants of one school, once, from today on', async () => {
    const [one, waiting] = [await recommended(), await submittedProject()];
    const messages = async (ids: number[], change: object = {}) =>
      (await start(ids, school, change)).error.message;
    expect(await messages([waiting.id])).toContain('还没有推荐');
    expect(await messages([one.id], { startsOn: '2026-09-09' })).toBe('公示开始日期不能早于今天');
    expect(await messages([one.id, 999_999])).toBe('申报不存在');
    const [first, second] = await Promise.all([start([one.id]), start([one.id])]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([201, 400]);
  });

  test('that is cancelled has no effect', async () => {
    const one = await recommended();
    const id = await started([one.id]);
    const cancel = (token = school) =>
      server.call(api.cancel, { token, params: { id }, body: { reason: '日期有误' } });
    expect((await cancel(elsewhere)).status).toBe(404);
    expect((await cancel()).status).toBe(204);
    expect(await read(id)).toMatchObject({ standing: 'cancelled', cancelReason: '日期有误' });
    expect((await cancel()).error.code).toBe('publicity.cancelled');
    clock.travelTo(AFTER);
    expect((await report([one.id])).body.failed[0]?.message).toBe('尚未开始单位公示');
    expect((await object(id, one.id)).error.code).toBe('publicity.cancelled');
  });

  test('is visible to the own school and the office', async () => {
    const one = await recommended();
    const id = await started([one.id]);
    expect((await server.call(api.read, { token: elsewhere, params: { id } })).status).toBe(404);
    expect(
      (await server.call(api.list, { token: elsewhere })).body.content.map((row) => row.id),
    ).not.toContain(id);
    expect((await server.call(api.list, { token: elsewhere, query: { id } })).body.content).toEqual([]);
    expect((await object(id, one.id, elsewhere)).status).toBe(404);
    expect((await start([(await recommended()).id], elsewhere)).status).toBe(404);
    expect(await read(id, office)).toMatchObject({ can: {} });
    for (const token of [office, one.token]) {
      expect((await start([one.id], token)).status).toBe(403);
      expect((await object(id, one.id, token)).status).toBe(403);
    }
    expect((await server.call(api.read, { token: one.token, params: { id } })).status).toBe(403);
  });
});

describe('an objection', () => {
  test('of the same person in the same words is stored once, also when it is sent twenty times at once', async () => {
    const one = await recommended();
    const id = await started([one.id]);
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, times) =>
        object(id, one.id, school, { content: `论文署名${' '.repeat(times)}不实` }),
      ),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = sent.find(({ status }) => status !== 201)!;
    expect([refused.status, refused.error.errors]).toEqual([
      400,
      [{ field: 'content', message: '此人相同内容的异议已经登记，不能重复登记' }],
    ]);
    expect((await object(id, one.id, school, { name: '王五' })).status).toBe(201);
    expect((await object(id, one.id, school, { content: '另一件事' })).status).toBe(201);
    expect((await read(id))?.objections).toHaveLength(3);
  });

  test('prevents the report of its project until it is answered', async () => {
    const [one, other] = [await recommended(), await recommended()];
    const id = await started([one.id, other.id]);
    const { status, body } = await object(id, one.id);
    expect(status).toBe(201);
    // Ten working days later; Sunday the 20th is a working day.
    expect((await read(id))?.objections).toMatchObject([
      { personName: '慕容教书', name: '李四', dueOn: '2026-09-23', verdict: null },
    ]);
    clock.travelTo(AFTER);
    const first = (await report([one.id, other.id])).body;
    expect(first.succeeded).toBe(1);
    expect(first.failed[0]?.message).toContain('有 1 件异议未办结');
    expect((await answer(body.id, 'dismissed', elsewhere)).status).toBe(404);
    expect((await answer(body.id, 'dismissed')).status).toBe(204);
    expect((await report([one.id])).body).toMatchObject({ succeeded: 1, failed: [] });
  });

  test('that is upheld prevents the report, and is answered once', async () => {
    const one = await recommended();
    const id = await started([one.id]);
    const { body } = await object(id, one.id);
    await answer(body.id, 'upheld');
    const again = await server.call(api.answer, {
      token: school,
      params: { id: body.id },
      body: { version: 1, verdict: 'dismissed', answer: '改判' },
    });
    expect(again.error.code).toBe('objection.answered');
    clock.travelTo(AFTER);
    expect((await report([one.id])).body.failed[0]?.message).toContain('异议成立');
  });

  test('must be about an applicant of the notice and received after its start', async () => {
    const [one, stranger] = [await recommended(), await recommended()];
    const id = await started([one.id]);
    expect((await object(id, stranger.id)).error.code).toBe('objection.person');
    for (const receivedOn of ['2026-09-09', '2026-09-11'])
      expect((await object(id, one.id, school, { receivedOn })).error.code).toBe('objection.day');
  });

  test('is hidden from the applicant', async () => {
    const one = await recommended();
    const id = await started([one.id]);
    await object(id, one.id, school, { name: '秘密异议人' });
    const body = JSON.stringify(await readProject(server, one.token, one.id));
    expect(body).not.toContain('秘密异议人');
  });
});

describe('a report', () => {
  test.each([
    ['2026-09-16T23:59:59+08:00', '已公示 4 个工作日，需 ≥ 5 个工作日'],
    ['2026-09-17T00:00:00+08:00', null],
  ])('at %s: %s', async (moment, message) => {
    const one = await recommended();
    await started([one.id]);
    clock.travelTo(new Date(moment));
    const { body } = await report([one.id]);
    expect(body.failed[0]?.message ?? null).toEqual(message && expect.stringContaining(message));
    expect(await stateOf(one)).toBe(message ? 'unitPublicity' : 'reported');
  });

  test('is signed for the employer with the text of the cycle', async () => {
    const one = await recommended();
    await started([one.id]);
    clock.travelTo(AFTER);
    const text = await server.call(projectCheckApi.commitment, { token: school, query: { cycleId } });
    expect(text.body.text?.id).toBe(commitmentId);
    for (const other of [null, 1_000_000])
      expect((await report([one.id], school, { commitmentId: other })).body.failed[0]?.message).toContain(
        '单位承诺书已更新',
      );
    expect((await report([one.id])).body.succeeded).toBe(1);
    const { rows } = await server.pool.query(
      `select count(*)::int as count from commitment_signature where project_id = $1 and text_id = $2`,
      [one.id, commitmentId],
    );
    expect(rows).toEqual([{ count: 1 }]);
    expect((await report([one.id])).body.failed[0]?.message).toBe('申报目前为「已报送」，不能「报送」');
  });

  test('can be retracted until the office begins', async () => {
    const one = await recommended();
    await started([one.id]);
    clock.travelTo(AFTER);
    await report([one.id]);
    const retract = (token = school) => schoolSteps(server, token).retract(one);
    expect((await retract(elsewhere)).body.failed[0]?.message).toBe('申报不存在');
    expect((await retract(office)).status).toBe(403);
    expect((await retract()).body.succeeded).toBe(1);
    expect(await stateOf(one)).toBe('unitPublicity');
    expect((await report([one.id])).body.succeeded).toBe(1);
    await server.db
      .insertInto('eligibility_check')
      .values({
        project_id: one.id,
        round: 1,
        step: 'proposed',
        verdict: 'eligible',
        opinion: '初审',
        items: '[]',
        rule_version: 1,
        decided_by: 1,
        decided_at: clock.now(),
      })
      .execute();
    expect((await retract()).body.failed[0]?.message).toBe('评审办已开始审查，不能再撤回或退回');
  });

  test('is limited to the own school, and others see no difference from a missing project', async () => {
    const one = await recommended();
    await started([one.id]);
    clock.travelTo(AFTER);
    expect((await report([one.id], elsewhere)).body).toEqual({
      succeeded: 0,
      failed: [{ id: one.id, name: '', message: '申报不存在' }],
    });
    for (const token of [office, one.token]) expect((await report([one.id], token)).status).toBe(403);
    const text = await server.call(projectCheckApi.commitment, {
      token: elsewhere,
      query: { cycleId: 999_999 },
    });
    expect(text.status).toBe(404);
  });
});

describe('a verdict of the school', () => {
  const give = async (one: Applicant, event: 'decline' | 'reconsider', token = school) =>
    server.call(projectCheckApi.verdict, {
      token,
      params: { id: one.id, event },
      body: { version: await versionOf(one), reason: '业绩不足' },
    });

  test('ends a project, and can be reconsidered', async () => {
    const one = await recommended();
    expect((await give(one, 'decline', elsewhere)).status).toBe(404);
    expect((await give(one, 'decline', office)).status).toBe(403);
    expect((await give(one, 'decline')).status).toBe(204);
    expect(await readProject(server, one.token, one.id)).toMatchObject({
      state: 'notRecommended',
      history: [{ event: '不予推荐', note: '业绩不足' }, { event: '推荐' }, { event: '提交' }],
    });
    expect((await give(one, 'decline')).status).toBe(400);
    expect((await give(one, 'reconsider')).status).toBe(204);
    expect(await stateOf(one)).toBe('submitted');
  });

  test('can return a project from the publicity, which then needs a new one', async () => {
    const one = await recommended();
    await started([one.id]);
    const sent = await server.call(projectApi.return, {
      token: school,
      params: { id: one.id },
      body: { version: await versionOf(one), reason: '补充', reasons: [] },
    });
    expect(sent.status).toBe(204);
    const { form, version } = await readProject(server, one.token, one.id);
    await saveForm(server, one.token, { id: one.id, version, form });
    await submit(server, one.token, one.id);
    await recommend(one);
    clock.travelTo(AFTER);
    expect((await report([one.id])).body.failed[0]?.message).toBe('尚未开始单位公示');
  });
});
