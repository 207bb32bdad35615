import { afterAll, beforeAll, expect, test } from 'vitest';
import { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let otherNode: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  otherNode = await startTestServer({ connection: server.connection });
  ({ token } = await signedIn(server.db));
});
afterAll(async () => {
  await otherNode.close();
  await server.close();
});

const nodes = () => [server, otherNode];
const soon = { interval: 5 };
const read = async (node: TestServer) => {
  const { body } = await node.call(subjectApi.list, {
    token,
    query: { blurry: '0812', catalog: 'graduate' },
  });
  return body.content.map(({ fullName }) => fullName);
};
const rename = (name: string) =>
  server.db
    .updateTable('subject')
    .set({ professional_category: name })
    .where('professional_category_code', '=', '0812')
    .where('catalog', '=', 'graduate')
    .execute();

test('a change of a register shows on every node', async () => {
  for (const node of nodes())
    expect(await read(node)).toEqual(['研究生学科专业目录 - 工学 - 计算机科学与技术']);
  await rename('计算科学');
  for (const node of nodes())
    await expect.poll(() => read(node), soon).toEqual(['研究生学科专业目录 - 工学 - 计算科学']);
  await server.db
    .updateTable('dict_detail')
    .set({ label: '研究生目录' })
    .where('value', '=', 'graduate')
    .execute();
  for (const node of nodes())
    await expect.poll(() => read(node), soon).toEqual(['研究生目录 - 工学 - 计算科学']);
});

test('a change while the line of notices is down shows too', async () => {
  for (const node of nodes()) await read(node);
  await server.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'zhiping notices' and datname = current_database()",
  );
  await rename('断线时改名');
  for (const node of nodes())
    await expect.poll(() => read(node), soon).toEqual(['研究生目录 - 工学 - 断线时改名']);
});

test('questions do not get each other’s answers', async () => {
  const total = async (query: Record<string, unknown>) =>
    (await server.call(subjectApi.list, { token, query })).body.totalElements;
  for (const round of [1, 2]) {
    expect(await total({ catalog: 'graduate' }), `round ${round}`).toBe(184);
    expect(await total({ catalog: 'vocational' }), `round ${round}`).toBe(811);
    expect(await total({}), `round ${round}`).toBe(1878);
  }
});
