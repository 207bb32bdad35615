import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Job, jobApi } from '@zhiping/shared/contracts/job.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { sendFile } from '../../../test/file-helpers.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { sheetOf } from '../../../test/sheets.ts';
import { columns } from './job.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

const find = async (name: string) =>
  (await server.call(jobApi.list, { token, query: { name } })).body.content[0] as Job;
/** A row that is sent back as it was read is that of a stock client, which knows no versions. */
const writeOf = ({ id, name, enabled, jobSort, version }: Job) => ({ id, name, enabled, jobSort, version });
const create = (name: string) =>
  server.call(jobApi.create, { token, body: { name, enabled: true, jobSort: 5 } });

describe('a position', () => {
  test('is added, found, changed and deleted, each with its audit event', async () => {
    const { body, status } = await create('评审秘书');
    expect(status).toBe(201);
    const job = await find('秘书');
    expect(job).toMatchObject({ id: body.id, name: '评审秘书', enabled: true, jobSort: 5 });
    const change = { ...writeOf(job), name: '会务秘书', enabled: false };
    expect((await server.call(jobApi.update, { token, body: change })).status).toBe(204);
    expect(await find('会务')).toMatchObject({ enabled: false, version: job.version + 1 });
    expect((await server.call(jobApi.remove, { token, body: [body.id] })).status).toBe(200);
    const own = await server.db
      .selectFrom('audit_event')
      .select(['seq', 'action'])
      .where('entity', '=', 'job')
      .where('entity_id', '=', String(body.id))
      .orderBy('seq')
      .execute();
    expect(own.map(({ action }) => action)).toEqual(['job.created', 'job.changed', 'job.deleted']);
  });

  test('has a name of its own, and is not overwritten by an outdated save', async () => {
    await create('档案员');
    expect((await create('档案员')).error.errors).toEqual([{ field: 'name', message: '岗位名称已存在' }]);
    const job = await find('档案员');
    await server.call(jobApi.update, { token, body: { ...writeOf(job), jobSort: 6 } });
    const late = await server.call(jobApi.update, { token, body: { ...writeOf(job), jobSort: 7 } });
    expect([late.status, late.error.code]).toEqual([409, 'edit.conflict']);
    const gone = await server.call(jobApi.update, { token, body: { ...writeOf(job), id: 999_999 } });
    expect([gone.status, gone.error.message]).toEqual([404, '岗位不存在']);
  });

  test('is for those who may', async () => {
    const roleIds = [await createRole(server.db, { permissions: ['job:list'] })];
    const reader = await signedIn(server.db, { roleIds });
    expect((await server.call(jobApi.list, { token: reader.token })).status).toBe(200);
    for (const call of [jobApi.create, jobApi.update, jobApi.remove, jobApi.template]) {
      expect((await server.call(call, { token: reader.token, body: [] })).status).toBe(403);
      expect((await server.call(call, { body: [] })).status).toBe(401);
    }
  });
});

describe('a sheet of positions', () => {
  const headers = Object.values(columns);
  const send = async (rows: string[][]) =>
    sendFile(server, jobApi.import, { name: 'jobs.xlsx', bytes: await sheetOf(headers, rows) }, { token });

  test('is stored whole', async () => {
    const { body } = await send([
      ['导入一', '是', '1'],
      ['导入二', '否', '2'],
    ]);
    expect(body).toMatchObject({ total: 2, created: 2, failed: 0 });
    expect(await find('导入二')).toMatchObject({ enabled: false, jobSort: 2 });
  });

  test('reports problems by row and column, and then stores nothing', async () => {
    await create('已有岗位');
    const { body } = await send([
      ['新岗位', '是', '1'],
      ['新岗位', '是', 'x'],
      ['', '是', '1'],
      ['已有岗位', '是', '1'],
      ['新岗位', '是', '1'],
    ]);
    expect(body).toMatchObject({ total: 5, created: 0, failed: 4 });
    const told = (body.errors as { row: number; column: string; code: string }[]).map(
      ({ row, column, code }) => [row, column, code],
    );
    expect(told).toEqual([
      [3, '排序', 'INVALID'],
      [4, '岗位名称', 'INVALID'],
      [5, '岗位名称', 'TAKEN'],
      [6, '岗位名称', 'DUPLICATE_IN_FILE'],
    ]);
    expect(await find('新岗位')).toBeUndefined();
  });
});
