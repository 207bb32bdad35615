import { afterAll, beforeAll, expect, test } from 'vitest';
import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { teacherApi } from '@zhiping/shared/contracts/teacher.ts';
import { expertEnv, openPool } from '../../../../test/expert-helpers.ts';
import { nextIdCard } from '../../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';
import { takeLock } from '../../../../test/lock-helpers.ts';

let server: TestServer;
let pool: Awaited<ReturnType<typeof openPool>>;
beforeAll(async () => {
  server = await startTestServer(expertEnv);
  pool = await openPool(server);
});
afterAll(() => server.close());

test('a teacher is deleted while the same person becomes an expert', async () => {
  const idCard = nextIdCard();
  const { body: teacher } = await server.call(teacherApi.create, {
    token: pool.office.token,
    body: { name: '一人两职', type: 'other', schoolId: pool.tianjin, idCard, subject: null } as never,
  });
  const lock = await takeLock(server, ['lock table expert_subject in share mode']);
  const creating = pool.create(pool.newExpert({ name: '一人两职', idCard }));
  await lock.untilWaiting(1);
  const deleting = server.call(teacherApi.remove, { token: pool.office.token, body: [teacher.id] });
  await lock.untilWaiting(2);
  await lock.release();
  const created = await creating;
  expect([created.status, (await deleting).status]).toEqual([201, 200]);
  expect((await pool.read(created.body.id)).body.idCard).toMatch(new RegExp(`${idCard.slice(-4)}$`));
});

test('two imports of the same people in opposite orders: one stores them, the other is refused', async () => {
  const people = Array.from({ length: 1200 }, () => pool.newExpert());
  const send = (body: object[]) =>
    server.call(expertPoolApi.import, { token: pool.office.token, query: {}, body: body as never });
  const answers = await Promise.all([send(people), send(people.toReversed())]);
  const created = answers.filter(({ status }) => status === 200).map(({ body }) => body.created);
  expect(created.reduce((sum, count) => sum + count, 0)).toBe(people.length);
  for (const { status, error } of answers.filter((answer) => answer.status !== 200))
    expect([status, error.code]).toEqual([400, 'expert.id_card_taken']);
});

test('eight saves of one page at once: one wins, the others learn whose', async () => {
  const id = await pool.added();
  const change = await pool.writeOf(id);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => pool.update({ ...change, note: `第 ${index} 次` })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, ...Array(7).fill(409)]);
});
