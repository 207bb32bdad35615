import { afterAll, beforeAll, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { expertEnv, openPool } from '../../../test/expert-helpers.ts';
import { nextIdCard } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { takeLock } from '../../../test/lock-helpers.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

const school = async (name: string) =>
  (await server.call(schoolApi.create, { token: pool.office.token, body: { pid: 30, name, deptSort: 1 } }))
    .body.id;
const merge = (id: number, intoId: number) =>
  server.call(schoolApi.merge, { token: pool.office.token, body: { id, intoId } });
const importInto = (schoolId: number) =>
  server.call(expertPoolApi.import, {
    token: pool.office.token,
    query: {},
    body: [pool.newExpert({ name: '导入在先', schoolId })] as never,
  });
const closed = (id: number, intoId: number) => [
  `update school set merged_into = ${intoId} where dept_id = ${id}`,
  `update dept set enabled = false where id = ${id}`,
];

test('a merger waits for an import that is under way, and takes its experts along', async () => {
  const [from, into] = [await school('边导边并大学'), await school('边导边收大学')];
  const lock = await takeLock(server, ['lock table expert_subject in share mode']);
  const importing = importInto(from);
  await lock.untilWaiting(1);
  const merging = merge(from, into);
  await lock.untilWaiting(2);
  await lock.release();
  expect((await importing).body).toMatchObject({ created: 1, errors: [] });
  expect((await merging).body).toMatchObject({ experts: 1 });
  const { body } = await pool.list({ blurry: '导入在先' });
  expect(body.content.map(({ schoolId }) => schoolId)).toEqual([into]);
});

const refused = { field: 'schoolId', message: '学校「先并后存大学」已并入「先并后收大学」，请重新选择' };

test('no person is assigned to a school that was merged since the check', async () => {
  const [from, into] = [await school('先并后存大学'), await school('先并后收大学')];
  const expert = await pool.added();
  const change = await pool.writeOf(expert);
  const teacher = {
    name: '后到教师',
    type: 'other',
    schoolId: from,
    idCard: nextIdCard(),
    subject: null,
  };
  const lock = await takeLock(server, closed(from, into));
  const answers = [
    importInto(from),
    pool.create(pool.newExpert({ schoolId: from })),
    pool.update({ ...change, schoolId: from }),
    server.call(teacherApi.create, { token: pool.office.token, body: teacher as never }),
  ];
  await lock.untilWaiting(answers.length);
  await lock.release();
  for (const answer of answers) {
    const { status, error } = await answer;
    expect([status, error.errors]).toEqual([400, [refused]]);
  }
  expect((await pool.list({ schoolId: from })).body.totalElements).toBe(0);
});
