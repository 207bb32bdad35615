// Slow: sheets of as many rows as the limits of production.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { taskApi } from '@zhiping/shared/contracts/task.ts';
import { userApi } from '@zhiping/shared/contracts/user.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { sheetOfUsers, uploadSheet, userRow } from '../../../test/sheets.ts';
import { importLimits } from '../../platform/sheets/import-limits.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ work: {} });
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

const upload = async (prefix: string, count: number) => {
  const rows = Array.from({ length: count }, (_, index) => userRow(`${prefix}${index}`));
  return (await uploadSheet(server, token, await sheetOfUsers(rows), true)).body;
};
const ended = async (taskId: number) => {
  const read = async () => (await server.call(taskApi.get, { token, params: { id: taskId } })).body;
  await expect.poll(async () => (await read()).state).toMatch(/done|failed/);
  return read();
};

test('a sheet of as many rows as are imported at once, and one of more', async () => {
  const most = importLimits.immediateRows;
  expect(await upload('most', most)).toMatchObject({ total: most, failed: 0 });
  const { taskId } = await upload('more', most + 100);
  expect(await ended(taskId)).toMatchObject({ state: 'done', result: { total: most + 100, failed: 0 } });
  const committed = await server.call(userApi.commitImport, { token, params: { taskId } });
  expect((await ended(committed.body.taskId as number)).result).toMatchObject({ created: most + 100 });
  const stored = server.db.selectFrom('sys_user').select('id').where('username', 'like', 'more%');
  expect(await stored.execute()).toHaveLength(most + 100);
});

test('more than 50 000 rows are refused', async () => {
  const { taskId } = await upload('far', importLimits.rows + 1);
  expect(await ended(taskId)).toMatchObject({ state: 'failed', error: '一次最多导入 50000 行' });
});
