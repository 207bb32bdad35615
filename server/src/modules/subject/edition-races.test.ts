import { afterAll, beforeAll, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { currentEdition, sendEdition } from '../../../test/edition-helpers.ts';
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

const importOne = (code: string) =>
  server.call(expertPoolApi.import, {
    token: pool.office.token,
    query: {},
    body: [pool.newExpert({ subjects: [{ path: ['graduate', '08', code], keywords: [] }] })] as never,
  });

test('a new edition waits for an import that is under way, and moves its experts along', async () => {
  const { token } = pool.office;
  const rows = (await currentEdition(server, token)).filter((cells) => !cells.includes('0812'));
  const lock = await takeLock(server, ['lock table expert_subject in share mode']);
  const importing = importOne('0812');
  await lock.untilWaiting(1);
  const basis = (await sendEdition(server, rows as string[][], { token })).body.basis;
  const moves = { '0812': '0835' };
  const edition = sendEdition(server, rows as string[][], { token, basis, moves });
  await lock.untilWaiting(2);
  await lock.release();
  expect((await importing).body).toMatchObject({ created: 1, errors: [] });
  expect((await edition).status).toBe(200);
  const { body } = await pool.list({ subject: 'graduate/08/0835' });
  expect(body.totalElements).toBe(1);
  expect((await pool.list({ subject: 'graduate/08/0812' })).body.totalElements).toBe(0);
});

test('no person gets a subject that was removed since the check', async () => {
  const path = ['graduate', '08', '0811'];
  const subjects = [{ path, keywords: [] }];
  const change = await pool.writeOf(
    await pool.added({ subjects: [{ path: ['graduate', '08', '0810'], keywords: [] }] }),
  );
  const teacher = {
    name: '后到教师',
    type: 'other',
    schoolId: pool.tianjin,
    idCard: nextIdCard(),
    subject: { path },
  };
  const lock = await takeLock(server, [
    'lock table subject in share row exclusive mode',
    `update subject set enabled = false where catalog = 'graduate' and professional_category_code = '0811'`,
  ]);
  const answers = [
    importOne('0811'),
    pool.create(pool.newExpert({ subjects })),
    pool.update({ ...change, subjects }),
    server.call(teacherApi.create, { token: pool.office.token, body: teacher as never }),
  ];
  await lock.untilWaiting(answers.length);
  await lock.release();
  for (const answer of answers) {
    const { status, error } = await answer;
    expect(status).toBe(400);
    expect(error.errors?.[0]?.message).toContain('控制科学与工程（已不在现行目录中），请重新选择');
  }
  expect((await pool.list({ subject: path.join('/') })).body.totalElements).toBe(0);
});
