import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { projectListApi } from '@zhiping/shared/contracts/project-list.ts';
import type { CheckedProject } from '@zhiping/shared/contracts/project-views.ts';
import { projectApi as api } from '@zhiping/shared/contracts/project.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { requestOf, startTestServer, type TestServer, travellingClock } from '../../../test/harness.ts';
import {
  departmentVote,
  publishedCycle,
  readProject,
  uploadFile,
  withoutFiles,
} from '../../../test/project-helpers.ts';
import { readablePdf } from '../../../test/file-helpers.ts';
import { type HandedIn, handIn, schoolSteps, stateOf } from '../../../test/school-steps.ts';
import { deleteUnusedFiles } from '../../platform/files/sweep-files.ts';

const open = new Date('2026-09-10T10:00:00+08:00');
const clock = travellingClock(open);
const against = { inFavour: 2, against: 6, abstain: 1 };
const reason = '两名评委误投，部门书面说明见附件';
let server: TestServer;
let office: string;
let supervisor: string;
let school: string;
let officerId: number;
let schoolId: number;
let cycleId: number;
let one: HandedIn;

const ask = async (change: object = {}, token: string | undefined = school) => {
  const { version } = await readProject(server, one.token, one.id);
  return server.call(api.askException, {
    ...(token && { token }),
    params: { id: one.id },
    body: { version, ...departmentVote, ...against, reason, ...change },
  });
};
const asked = async (change: object = {}) => {
  const { status, body, error } = await ask(change);
  expect(status, error?.message).toBe(201);
  return body.id;
};
const answer = async (token: string, id: number) => {
  const { status, error } = await server.call(confirmationApi.confirm, {
    token,
    params: { id },
    body: { note: null },
  });
  return status === 204 ? status : error.code;
};
const listed = async (token: string) =>
  (
    await server.call(confirmationApi.list, {
      token,
      query: { act: 'recommendException', state: 'waiting', cycleId },
    })
  ).body.content;
const officerAt = async (deptId: number) => (await signedIn(server.db, { roleIds: [9], deptId })).token;
const read = async (token: string) =>
  (await server.call(api.read, { token, params: { id: one.id } })).body as CheckedProject;

beforeAll(async () => {
  server = await startTestServer({ clock });
  office = (await signedIn(server.db, { roleIds: [3] })).token;
  supervisor = (await signedIn(server.db, { roleIds: [4] })).token;
  schoolId = await findSchoolId(server.db, '天津大学');
});
beforeEach(async () => {
  clock.travelTo(open);
  // Officers of earlier tests.
  await server.pool.query('update sys_user set enabled = false where dept_id = $1', [schoolId]);
  await server.pool.query('update school set body_id = null where dept_id = $1', [schoolId]);
  ({ token: school, id: officerId } = await signedIn(server.db, { roleIds: [9], deptId: schoolId }));
  cycleId = await publishedCycle(server, office, { ...withoutFiles, P3: { values: { exception: true } } });
  one = await handIn(server, cycleId);
});
afterAll(() => server.close());

test('two officers of a school recommend against the vote, and both names and the reason stand with it', async () => {
  const second = await officerAt(schoolId);
  expect((await read(school)).voteException).toEqual({ isAllowed: true, asked: null });
  const id = await asked();
  expect(await stateOf(server, one)).toBe('submitted');
  expect((await read(second)).voteException.asked).toMatchObject({
    confirmationId: id,
    reason,
    summary: expect.stringContaining('应到 11 人，实到 9 人：赞成 2，反对 6，弃权 1'),
  });
  const { body: start } = await server.call(dashboardApi.read, { token: second });
  expect(start.queues.find(({ code }) => code === 'confirmations')).toMatchObject({ total: 1 });
  // The office confirms only where school and supervising body have no other officer.
  expect(await answer(school, id)).toBe('state.role');
  for (const token of [office, supervisor]) expect(await answer(token, id)).toBe('confirmation.not_second');
  expect(await answer(second, id)).toBe(204);
  expect(await stateOf(server, one)).toBe('unitPublicity');
  const names = { askedBy: expect.stringMatching(/^用户/), confirmedBy: expect.stringMatching(/^用户/) };
  for (const token of [school, second, office])
    expect((await read(token)).recommendation).toMatchObject({ ...against, exception: { reason, ...names } });
  const { exception } = (await read(office)).recommendation!;
  expect(exception!.askedBy).not.toBe(exception!.confirmedBy);
  expect(JSON.stringify(await readProject(server, one.token, one.id))).not.toContain('误投');
  const sheet = await server.call(projectListApi.sheet, {
    token: office,
    query: { kind: 'overview', cycleId },
  });
  expect(JSON.stringify(sheet.body)).toContain(
    `2/9/11，例外推荐：${reason}（${exception!.askedBy}提出、${exception!.confirmedBy}复核）`,
  );
});

test.each([
  [{ inFavour: 5, against: 4, abstain: 0 }, 'present', /已超过实到的半数/],
  [{ abstain: 0 }, 'present', /与实到 9 人不符/],
  [{ reason: ' ' }, 'reason', /例外理由/],
  [{ heldOn: '2026-09-11' }, 'heldOn', /不能晚于今天/],
  [{ fileIds: [999_999] }, 'fileIds', /附件已失效/],
])('%o is refused', async (change, field, message) => {
  const { status, error } = await ask(change);
  expect([status, error.errors?.[0]]).toMatchObject([
    400,
    { field, message: expect.stringMatching(message) },
  ]);
});

test('a cycle that does not allow it knows no exception, also one that was published before the rule', async () => {
  for (const rules of [withoutFiles, { ...withoutFiles, P3: { values: { exception: false } } }]) {
    cycleId = await publishedCycle(server, office, rules);
    one = await handIn(server, cycleId);
    expect((await read(school)).voteException.isAllowed).toBe(false);
    expect((await ask()).error.code).toBe('project.majority');
  }
});

test('it is refused without a session, to others, and past the program', async () => {
  const elsewhere = await officerAt(await findSchoolId(server.db, '南开大学'));
  expect((await ask({}, undefined)).status).toBe(201);
  const { version } = await readProject(server, one.token, one.id);
  const body = { version, ...departmentVote, ...against, reason };
  const params = { id: one.id };
  expect((await server.call(api.askException, { params, body })).status).toBe(401);
  expect((await server.call(api.askException, { token: office, params, body })).status).toBe(403);
  expect((await server.call(api.askException, { token: elsewhere, params, body })).status).toBe(404);
  expect(await listed(elsewhere)).toEqual([]);
  await expect(
    server.pool.query(
      `insert into project_recommendation (project_id, round, expected, held_on, place, present, in_favour, against, abstain,
         opinion, recommended_by, recommended_at)
       values ($1, 1, 9, '2026-09-01', '会议室', 9, 2, 6, 1, '同意', 1, now())`,
      [one.id],
    ),
  ).rejects.toThrow(/project_recommendation_meeting/);
});

describe('a school with one officer', () => {
  const superviseBy = async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into dept (name, pid) values ('主管部门' || random(), 1) returning id`,
    );
    const bodyId = Number(rows[0]!.id);
    await server.pool.query('update school set body_id = $2 where dept_id = $1', [schoolId, bodyId]);
    return officerAt(bodyId);
  };

  test('has its supervising body confirm', async () => {
    const body = await superviseBy();
    const id = await asked();
    expect(await answer(office, id)).toBe('confirmation.not_second');
    expect((await listed(body)).map((row) => [row.id, row.can.confirm])).toEqual([[id, true]]);
    expect(await answer(body, id)).toBe(204);
    expect(await stateOf(server, one)).toBe('unitPublicity');
  });

  test('else the office, also where the body has no account', async () => {
    const body = await superviseBy();
    await server.pool.query(
      `update sys_user set enabled = false where dept_id = (select body_id from school where dept_id = $1)`,
      [schoolId],
    );
    const id = await asked();
    expect(body).toBeTruthy();
    expect(await answer(supervisor, id)).toBe('confirmation.not_second');
    expect(await answer(office, id)).toBe(204);
  });

  test('with a second account of the same person has one', async () => {
    const { id: userId, token } = await signedIn(server.db, { roleIds: [9], deptId: schoolId });
    await server.pool.query(
      `with human as (insert into person (id_card_hash, id_card_sealed) values (sha256('two'), 'two') returning id),
         first as (insert into applicant (person_id, user_id) select id, $1 from human)
       insert into expert (user_id, name, person_id) select $2, '同一人', id from human`,
      [userId, officerId],
    );
    const id = await asked();
    expect(await answer(token, id)).toBe('confirmation.not_second');
    expect(await answer(office, id)).toBe(204);
  });

  test('and an officer of a college, or with another role, has one', async () => {
    const { rows } = await server.pool.query<{ id: string }>(
      `insert into dept (name, pid) values ('学院' || random(), $1) returning id`,
      [schoolId],
    );
    const college = await officerAt(Number(rows[0]!.id));
    const id = await asked();
    expect(await answer(college, id)).not.toBe(204);
    expect(await answer(office, id)).toBe(204);
  });
});

test('files of a request are kept, and the second person reads them', async () => {
  const second = await officerAt(schoolId);
  const add = async (name: string) =>
    (
      await server.call(api.addRecommendationFile, {
        token: school,
        params: { id: one.id },
        body: {
          uploadId: await uploadFile(server, school, { bytes: await readablePdf(name), name: `${name}.pdf` }),
        },
      })
    ).body;
  const [used, left] = [await add('说明'), await add('没用的')];
  const id = await asked({ fileIds: [used.id] });
  await deleteUnusedFiles(server.db, new Date(open.getTime() + 25 * 3_600_000));
  const files = await server.pool.query('select id from recommendation_file where id = any($1)', [
    [used.id, left.id],
  ]);
  expect(files.rows.map((row) => Number(row.id))).toEqual([used.id]);
  const fetchAs = async (token: string) =>
    (await server.app.inject(requestOf(api.recommendationFile, { token, params: { id: used.id } })))
      .statusCode;
  expect([await fetchAs(second), await fetchAs(one.token)]).toEqual([200, 403]);
  expect((await read(second)).voteException.asked!.files).toMatchObject([{ id: used.id, name: '说明' }]);
  expect(await answer(second, id)).toBe(204);
  expect((await read(school)).recommendation!.files).toMatchObject([{ id: used.id }]);
});

test('each other step of the project ends the request', async () => {
  const second = await officerAt(schoolId);
  const steps = schoolSteps(server, school);
  const acts = [
    () => steps.recommend(one),
    () => steps.return(one),
    () => steps.verdict(one, 'decline'),
    () =>
      readProject(server, one.token, one.id).then(({ version }) =>
        server.call(api.move, {
          token: one.token,
          params: { id: one.id, event: 'withdraw' },
          body: { version, reason: '个人原因' },
        }),
      ),
  ];
  for (const act of acts) {
    one = await handIn(server, cycleId);
    const id = await asked();
    expect((await ask()).error.code).toBe('confirmation.waiting');
    expect((await act()).status).toBe(204);
    expect(await answer(second, id)).not.toBe(204);
    expect(await listed(second)).toEqual([]);
  }
});

test('a request is not confirmed while the cycle is suspended, nor after three working days', async () => {
  const second = await officerAt(schoolId);
  const id = await asked();
  await server.pool.query(`update cycle set suspended_reason = '核查' where id = $1`, [cycleId]);
  expect(await answer(second, id)).toBe('project.suspended');
  await server.pool.query('update cycle set suspended_reason = null where id = $1', [cycleId]);
  clock.travelTo(new Date('2026-10-16T00:00:01+08:00'));
  expect(await answer(second, id)).toBe('confirmation.over');
});
