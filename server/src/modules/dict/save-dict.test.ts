import { afterAll, beforeAll, expect, test } from 'vitest';
import { dictApi } from '@zhiping/shared/contracts/dict.ts';
import { jobApi } from '@zhiping/shared/contracts/job.ts';
import { createUser, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [2] }));
});
afterAll(() => server.close());

test('a dictionary with its details, from birth to death', async () => {
  const { body: dict } = await server.call(dictApi.create, {
    token,
    body: { name: 'colour', description: '颜色' },
  });
  const detail = { dict: { id: dict.id }, label: '红', value: 'red', dictSort: 2 };
  const { body: red } = await server.call(dictApi.createDetail, { token, body: detail });
  await server.call(dictApi.createDetail, {
    token,
    body: { ...detail, label: '蓝', value: 'blue', dictSort: 1 },
  });
  const labels = async () =>
    (await server.call(dictApi.details, { token, query: { dictName: 'colour' } })).body.content.map(
      ({ label }) => label,
    );
  expect(await labels()).toEqual(['蓝', '红']);
  await server.call(dictApi.updateDetail, { token, body: { ...detail, id: red.id, label: '大红' } });
  expect(await labels()).toEqual(['蓝', '大红']);
  expect((await server.call(dictApi.removeDetail, { token, params: { id: red.id } })).status).toBe(200);
  expect(await labels()).toEqual(['蓝']);
  expect((await server.call(dictApi.remove, { token, body: [dict.id] })).status).toBe(200);
  expect(await labels()).toEqual([]);
});

test('an entry changed meanwhile is not overwritten', async () => {
  const read = async () => {
    const { body } = await server.call(dictApi.details, { token, query: { dictName: 'title_level' } });
    return body.content[0] as (typeof body.content)[number];
  };
  const { createTime: _never, ...first } = await read();
  const save = (label: string) => server.call(dictApi.updateDetail, { token, body: { ...first, label } });
  expect((await save(`${first.label}一`)).status).toBe(204);
  const second = await save(`${first.label}二`);
  expect([second.status, second.error.code]).toEqual([409, 'edit.conflict']);
  expect(await read()).toMatchObject({ label: `${first.label}一`, version: first.version + 1 });
});

test('names and values are unique, and reported on their field', async () => {
  const name = await server.call(dictApi.create, { token, body: { name: 'subject_catalog' } });
  expect(name.error.errors).toEqual([{ field: 'name', message: '字典名称已存在' }]);
  const value = await server.call(dictApi.createDetail, {
    token,
    body: { dict: { id: 1 }, label: '又一个', value: 'graduate' },
  });
  expect(value.error.errors).toEqual([{ field: 'value', message: '字典值已存在' }]);
});

test('entries that the product relies on stay', async () => {
  const { body } = await server.call(dictApi.details, { token, query: { dictName: 'subject_catalog' } });
  const graduate = body.content[0] as (typeof body.content)[number];
  const gone = await server.call(dictApi.removeDetail, { token, params: { id: graduate.id } });
  expect(gone.error.message).toBe('字典值「graduate」正被 184 条数据使用，不能删除');
  const renamed = await server.call(dictApi.updateDetail, { token, body: { ...graduate, value: 'gone' } });
  expect(renamed.status).toBe(400);
  const relabelled = await server.call(dictApi.updateDetail, {
    token,
    body: { ...graduate, label: '研究生目录' },
  });
  expect(relabelled.status).toBe(204);
  expect((await server.call(dictApi.remove, { token, body: [1] })).error.message).toContain('内置字典');
  expect((await server.call(dictApi.update, { token, body: { id: 1, name: 'other' } })).status).toBe(400);
});

test('jobs: unique names, versions, and no deletion while in use', async () => {
  const { body } = await server.call(jobApi.create, { token, body: { name: '评审秘书', jobSort: 1 } });
  const again = await server.call(jobApi.create, { token, body: { name: '评审秘书' } });
  expect(again.error.errors).toEqual([{ field: 'name', message: '岗位名称已存在' }]);
  const change = { id: body.id, name: '评审秘书长', version: 0 };
  expect((await server.call(jobApi.update, { token, body: change })).status).toBe(204);
  expect((await server.call(jobApi.update, { token, body: change })).status).toBe(409);
  const user = await createUser(server.db);
  await server.db.insertInto('user_job').values({ user_id: user.id, job_id: body.id }).execute();
  expect((await server.call(jobApi.remove, { token, body: [body.id] })).error.message).toContain(
    '1 个用户关联',
  );
  await server.db.deleteFrom('user_job').execute();
  expect((await server.call(jobApi.remove, { token, body: [body.id] })).status).toBe(200);
  expect((await server.call(jobApi.list, { token, query: { name: '秘书' } })).body.totalElements).toBe(0);
});

test('a dictionary changed meanwhile is not overwritten', async () => {
  const { body } = await server.call(dictApi.create, { token, body: { name: 'edited_twice' } });
  const change = (description: string) =>
    server.call(dictApi.update, {
      token,
      body: { id: body.id, name: 'edited_twice', description, version: 0 },
    });
  expect((await change('先')).status).toBe(204);
  const { status, error } = await change('后');
  expect([status, error.code]).toEqual([409, 'edit.conflict']);
  const { content } = (await server.call(dictApi.list, { token, query: { blurry: 'edited_twice' } })).body;
  expect(content).toMatchObject([{ description: '先', version: 1 }]);
});
