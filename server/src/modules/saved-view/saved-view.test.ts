import { afterAll, beforeAll, expect, test } from 'vitest';
import { savedViewApi as api } from '@zhiping/shared/contracts/saved-view.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const page = '/pool/school';
const saved = async (token: string, name: string, query = 'province=北京市') =>
  (await server.call(api.save, { token, body: { page, name, query } })).body.id;
const views = async (token: string, at = page) =>
  (await server.call(api.list, { token, query: { page: at } })).body;

test('a view is kept for its page, and saving the name again replaces it', async () => {
  const { token } = await signedIn(server.db);
  const id = await saved(token, '北京');
  expect(await saved(token, '北京', 'province=天津市')).toBe(id);
  expect(await views(token)).toEqual([{ id, name: '北京', query: 'province=天津市' }]);
  expect(await views(token, '/pool/subject')).toEqual([]);
});

test('the views of others can be neither seen nor deleted', async () => {
  const [owner, other] = [await signedIn(server.db), await signedIn(server.db)];
  const id = await saved(owner.token, '我的');
  expect(await views(other.token)).toEqual([]);
  expect((await server.call(api.remove, { token: other.token, params: { id } })).status).toBe(404);
  expect(await views(owner.token)).toHaveLength(1);
  expect((await server.call(api.remove, { token: owner.token, params: { id } })).status).toBe(200);
  expect(await views(owner.token)).toEqual([]);
});

const rename = async (token: string, id: number, name: string) => {
  const { status, error } = await server.call(api.rename, { token, params: { id }, body: { name } });
  return status === 204 ? status : [status, error.message];
};
const namesOf = async (token: string) => (await views(token)).map(({ name }) => name);

test('a view is renamed by its owner, never to the name of another one, also not at once', async () => {
  const [owner, other] = [await signedIn(server.db), await signedIn(server.db)];
  const id = await saved(owner.token, '北京');
  await saved(owner.token, '天津', 'province=天津市');
  expect(await rename(owner.token, id, ' 北京高校 ')).toBe(204);
  expect(await rename(owner.token, id, '北京高校')).toBe(204);
  expect(await rename(owner.token, id, '天津')).toEqual([400, '这个列表已有同名视图']);
  expect(await rename(owner.token, id, ' ')).toEqual([400, '请输入视图名称']);
  expect(await rename(owner.token, id, '长'.repeat(31))).toEqual([400, '视图名称不能超过 30 个字']);
  expect(await rename(other.token, id, '我的')).toEqual([404, '视图不存在']);
  expect(await rename('nobody', id, '我的')).toEqual([401, '登录状态已过期，请重新登录']);
  expect(await namesOf(owner.token)).toEqual(['北京高校', '天津']);

  const twin = await saved(owner.token, '上海', 'province=上海市');
  const both = await Promise.all([id, twin].map((one) => rename(owner.token, one, '同名')));
  expect(both.filter((one) => one === 204)).toHaveLength(1);
  expect(await views(owner.token, '/pool/subject')).toEqual([]);
});

test('thirty views of a list are the most', async () => {
  const { token } = await signedIn(server.db);
  for (let number = 1; number <= 30; number += 1) await saved(token, `视图${number}`);
  const { status, error } = await server.call(api.save, { token, body: { page, name: '再一个', query: '' } });
  expect(status).toBe(400);
  expect(error.message).toContain('最多保存 30 个视图');
  await saved(token, '视图30', 'enabled=true');
});

test('searched words do not enter the audit', async () => {
  const { token } = await signedIn(server.db);
  const id = await saved(token, '某人', 'blurry=13812345678');
  const { rows } = await server.pool.query(
    'select detail from audit_event where entity = $1 and entity_id = $2',
    ['saved_view', id],
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('13812345678');
});
