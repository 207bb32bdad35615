import { afterAll, beforeAll, expect, test } from 'vitest';
import { draftApi } from '@zhiping/shared/contracts/draft.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const params = (ref = 0) => ({ kind: 'expertProfile' as const, ref });
const save = (token: string | undefined, form: Record<string, unknown>, ref = 0) =>
  server.call(draftApi.save, { token, params: params(ref), body: { baseVersion: 3, form } });
const read = async (token: string, ref = 0) =>
  (await server.call(draftApi.read, { token, params: params(ref) })).body;

test('a draft needs a session', async () => {
  expect((await save(undefined, {})).status).toBe(401);
  expect((await server.call(draftApi.read, { params: params() })).status).toBe(401);
});

test('a draft is read as it was last saved, one for each record', async () => {
  const { token } = await signedIn(server.db);
  expect(await read(token)).toBeNull();
  await save(token, { name: '张' });
  await save(token, { name: '张三', nested: [{ a: null }] });
  await save(token, { name: '另一份' }, 7);
  expect(await read(token)).toMatchObject({ baseVersion: 3, form: { name: '张三', nested: [{ a: null }] } });
  expect(await read(token, 7)).toMatchObject({ form: { name: '另一份' } });
});

test('a draft belongs to one account', async () => {
  const [one, other] = [await signedIn(server.db), await signedIn(server.db)];
  await save(one.token, { name: '甲' });
  expect(await read(other.token)).toBeNull();
  await save(other.token, { name: '乙' });
  expect(await read(one.token)).toMatchObject({ form: { name: '甲' } });
});

test('saving a draft creates neither an operation log nor an audit event', async () => {
  const { id, token } = await signedIn(server.db);
  await save(token, { name: '张' });
  const { rows } = await server.pool.query<{ logs: number; events: number }>(
    `select (select count(*) from operation_log where user_id = $1) as logs,
      (select count(*) from audit_event where actor_id = $1) as events`,
    [id],
  );
  expect(rows).toEqual([{ logs: 0, events: 0 }]);
});

test.each([
  ['a form that is too large', { baseVersion: 0, form: { text: '字'.repeat(60_000) } }, params(), '草稿过大'],
  [
    'a form of no known kind',
    { baseVersion: 0, form: {} },
    { kind: 'other' as never, ref: 0 },
    '没有这种草稿',
  ],
])('%s is refused', async (_, body, where, message) => {
  const { token } = await signedIn(server.db);
  const { status, error } = await server.call(draftApi.save, { token, params: where, body });
  expect([status, error.errors?.[0]?.message]).toEqual([400, message]);
});

test('an account has at most two hundred drafts', async () => {
  const { id, token } = await signedIn(server.db);
  await server.pool.query(
    `insert into draft (user_id, kind, ref, base_version, form, subject_edition)
      select $1, 'expertProfile', ref, 0, '{}', 0 from generate_series(1, 200) as ref`,
    [id],
  );
  expect((await save(token, {}, 201)).error.code).toBe('draft.too_many');
  expect((await save(token, { name: '仍可保存' }, 200)).status).toBe(200);
});

test('simultaneous saves all succeed', async () => {
  const { token } = await signedIn(server.db);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => save(token, { index })));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});
