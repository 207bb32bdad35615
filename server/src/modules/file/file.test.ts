import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storageApi as api } from '@zhiping/shared/contracts/file.ts';
import { pdf, png, sendFile } from '../../../test/file-helpers.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const LIMIT_MB = 1;

let server: TestServer;
let keeper: { id: number; username: string; token: string };
beforeAll(async () => {
  server = await startTestServer({ env: { FILE_MAX_MB: String(LIMIT_MB), FILE_UPLOADS_PER_HOUR: '50' } });
  keeper = await signedIn(server.db, { roleIds: [2] });
});
afterAll(() => server.close());

let counter = 0;
/** A content of its own. */
const picture = () => png(`${(counter += 1)}`);

const upload = async (name = '流程图.png', bytes = picture(), token = keeper.token) => {
  const answer = await sendFile(server, api.create, { name, bytes }, { token });
  expect(answer.status, JSON.stringify(answer.error)).toBe(201);
  return answer.body;
};

const get = (path: string, headers: Record<string, string> = { authorization: keeper.token }) =>
  server.app.inject({ url: path, headers });

const contents = async () => {
  const found = await readdir(`${server.dataDir}/files`, { recursive: true }).catch(() => []);
  return found.filter((name) => name.length > 60);
};
const incoming = () => readdir(`${server.dataDir}/incoming`).catch(() => []);

describe('an uploaded file', () => {
  test('has the field names of the eladmin family and no place on the server', async () => {
    const bytes = picture();
    const file = await upload('申报 流程图.PNG', bytes);
    expect(file).toMatchObject({
      name: '申报 流程图',
      suffix: 'png',
      type: '图片',
      bytes: bytes.length,
      size: expect.stringMatching(/ B$/),
      operate: keeper.username,
      createBy: keeper.username,
      usedBy: [],
      path: `/title/file/%E5%9B%BE%E7%89%87/${file.realName}`,
    });
    const listed = await server.call(api.list, { token: keeper.token, query: { blurry: '申报 流程' } });
    expect(listed.body).toEqual({ content: [file], totalElements: 1 });
    expect(JSON.stringify(listed.body)).not.toContain(server.dataDir);
  });

  test('is read with headers that make it harmless', async () => {
    const bytes = picture();
    const file = await upload("图'(1)*.png", bytes);
    const answer = await get(file.path);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': "inline; filename*=UTF-8''%E5%9B%BE%27%281%29_.png",
      'content-length': String(bytes.length),
    });
    expect(answer.headers['cache-control']).toMatch(/^private/);
  });

  test.each([
    ['说明.pdf', pdf(), /^inline;/],
    ['名单.csv', Buffer.from('姓名\n张三\n'), /^attachment;/],
  ])('%s is shown or saved', async (name, bytes, disposition) => {
    const file = await upload(name, bytes);
    const answer = await get(file.path);
    expect(answer.headers['content-disposition']).toMatch(disposition);
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent(name));
  });

  test.each([
    ['..%2F..%2Fetc%2Fpasswd.png', '%2F..%2Fetc%2Fpasswd'],
    ['../../../etc/cron.d/x.png', 'x'],
    ['C:\\Windows\\a.png', 'a'],
    ['恶意.html', '恶意'],
    ['.', '未命名png'],
  ])('called %j is kept as %j and ends as its content says', async (name, kept) => {
    const file = await upload(name);
    expect(file).toMatchObject({ name: kept, suffix: 'png' });
    expect((await get(file.path)).headers['content-disposition']).toMatch(/\.png$/);
  });

  test('takes its name from the address, as stock clients send it', async () => {
    const bytes = picture();
    const input = { token: keeper.token, query: { name: '新名字' } };
    const { body } = await sendFile(server, api.create, { name: 'old.png', bytes }, input);
    expect(body.name).toBe('新名字');
  });
});

describe('refused', () => {
  test.each([
    ['a page', '<html><script>alert(1)</script></html>', 'a.png', 400],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 400],
    ['a page called text', '<!doctype html><p>好', 'a.txt', 400],
    ['nothing', '', 'a.png', 400],
    ['too much', 'x'.repeat(LIMIT_MB * 1024 * 1024 + 1), 'a.txt', 413],
    ['far too much', 'x'.repeat(LIMIT_MB * 1024 * 1024 + 400_000), 'a.txt', 413],
  ] as const)('%s', async (_, text, name, status) => {
    const before = await contents();
    const sent = { name, bytes: Buffer.from(text) };
    const answer = await sendFile(server, api.create, sent, { token: keeper.token });
    expect(answer.status).toBe(status);
    expect(answer.error.message).toMatch(/[一-鿿]/);
    expect(await contents()).toEqual(before);
    expect(await incoming()).toEqual([]);
  });

  test('a document where only pictures are taken', async () => {
    const sent = { name: 'a.png', bytes: pdf() };
    const answer = await sendFile(server, api.createPicture, sent, { token: keeper.token });
    expect(answer.error).toMatchObject({ status: 400, code: 'file.not_picture' });
    const taken = await sendFile(
      server,
      api.createPicture,
      { name: 'a', bytes: picture() },
      { token: keeper.token },
    );
    expect(taken.body.path).toContain(taken.body.realName);
  });

  test('more in an hour than the setting allows', async () => {
    const flooder = await signedIn(server.db, { roleIds: [2] });
    const row = {
      name: 'x',
      format: 'png' as const,
      type: '图片' as const,
      sha256: '0'.repeat(64),
      bytes: 1,
      place: 'local' as const,
      purpose: 'storage' as const,
      whole: true,
      owner_id: flooder.id,
      create_by: flooder.username,
    };
    const names = Array.from({ length: 50 }, (_, index) => `${String(index).padStart(32, '0')}.png`);
    await server.db
      .insertInto('stored_file')
      .values(names.map((real_name) => ({ ...row, real_name })))
      .execute();
    const answer = await sendFile(
      server,
      api.create,
      { name: 'a.png', bytes: picture() },
      { token: flooder.token },
    );
    expect(answer.status).toBe(429);
    await server.db.deleteFrom('stored_file').where('owner_id', '=', flooder.id).execute();
  });

  test('before anything is written, without the permission', async () => {
    const { token } = await signedIn(server.db, { roleIds: [5] });
    const answer = await sendFile(server, api.create, { name: 'a.png', bytes: picture() }, { token });
    expect(answer.status).toBe(403);
    expect((await sendFile(server, api.create, { name: 'a.png', bytes: picture() })).status).toBe(401);
    expect(await incoming()).toEqual([]);
  });
});

describe('is read by', () => {
  test('its owner and holders of storage:list; for others it does not exist', async () => {
    const owner = await signedIn(server.db, {
      roleIds: [await createRole(server.db, { permissions: ['storage:add'] })],
    });
    const file = await upload('个人.png', picture(), owner.token);
    const stranger = await signedIn(server.db, { roleIds: [5] });
    const statusFor = async (token: string) => (await get(file.path, { authorization: token })).statusCode;
    expect(await statusFor(owner.token)).toBe(200);
    expect(await statusFor(keeper.token)).toBe(200);
    expect(await statusFor(stranger.token)).toBe(404);
    expect((await get(file.path, {})).statusCode).toBe(401);
  });

  test("its owner's session cookie", async () => {
    const file = await upload();
    const token = encodeURIComponent(keeper.token);
    for (const cookie of [`zhiping_token=${token}`, `a=b; EL-ADMIN-TOEKN=${token}`, `ELADMIN-TOEKN=${token}`])
      expect((await get(file.path, { cookie })).statusCode).toBe(200);
    expect((await get(file.path, { cookie: 'zhiping_token=Bearer%20nobody' })).statusCode).toBe(401);
    // Only here: everywhere else a cookie that the browser sends by itself is no proof.
    const cookie = `zhiping_token=${token}`;
    expect((await get('/title/api/localStorage', { cookie })).statusCode).toBe(401);
  });

  test('no other category or name', async () => {
    const { realName } = await upload();
    for (const path of [
      `/title/file/文档/${realName}`,
      `/title/file/图片/${'0'.repeat(32)}.png`,
      '/title/file/图片/..%2F..%2Fsecret',
      `/title/file/图片/${realName.replace('.png', '.svg')}`,
      `/title/file/..%2F图片/${realName}`,
    ]) {
      const answer = await get(encodeURI(path).replaceAll('%25', '%'));
      expect([400, 404], path).toContain(answer.statusCode);
    }
  });
});

describe('deleting and renaming', () => {
  test('equal content is kept once and outlives the deletion of one of its files', async () => {
    const bytes = picture();
    const before = await contents();
    const [one, two] = [await upload('一.png', bytes), await upload('二.png', bytes)];
    expect(await contents()).toHaveLength(before.length + 1);
    await server.call(api.remove, { token: keeper.token, body: [one.id] });
    expect((await get(one.path)).statusCode).toBe(404);
    expect((await get(two.path)).rawPayload.equals(bytes)).toBe(true);
    await server.call(api.remove, { token: keeper.token, body: [two.id] });
    await expect.poll(contents).toEqual(before);
  });

  test('a rename keeps the address, and of two at once one is refused', async () => {
    const file = await upload('旧名.png');
    const rename = (name: string, version: number) =>
      server.call(api.update, { token: keeper.token, body: { id: file.id, name, version } });
    expect((await rename('新名', 0)).status).toBe(204);
    expect((await rename('更新的名', 0)).status).toBe(409);
    expect((await get(file.path)).headers['content-disposition']).toContain(encodeURIComponent('新名.png'));
    const { body } = await server.call(api.list, { token: keeper.token, query: { blurry: 'xinming' } });
    expect(body.content.map(({ id }) => id)).toContain(file.id);
    for (const name of ['a/b', '', '..', 'a\u202Eb'])
      expect((await rename(name, 1)).error.errors?.[0]?.field).toBe('name');
  });

  test('leaves an audit event for each step', async () => {
    const file = await upload('留痕.png');
    await server.call(api.update, { token: keeper.token, body: { id: file.id, name: '改名' } });
    await server.call(api.remove, { token: keeper.token, body: [file.id] });
    const events = await server.db
      .selectFrom('audit_event')
      .select(['action', 'actor_id'])
      .where('entity', '=', 'file')
      .where('entity_id', '=', String(file.id))
      .orderBy('seq')
      .execute();
    expect(events).toEqual(
      ['file.uploaded', 'file.renamed', 'file.deleted'].map((action) => ({ action, actor_id: keeper.id })),
    );
  });
});

test('the list is filtered, sorted and exported', async () => {
  const name = `清单${Date.now()}`;
  const { id } = await upload(`${name}甲.png`, png('x'.repeat(3000)));
  await upload(`${name}乙.pdf`, pdf(name));
  const find = async (query: Record<string, unknown>) =>
    (
      await server.call(api.list, { token: keeper.token, query: { blurry: name, ...query } })
    ).body.content.map((file) => file.name.at(-1));
  expect(await find({ sort: 'size,asc' })).toEqual(['乙', '甲']);
  expect(await find({ sort: 'size,desc' })).toEqual(['甲', '乙']);
  expect(await find({ type: '文档' })).toEqual(['乙']);
  expect(await find({ id })).toEqual(['甲']);
  expect(await find({ createTime: ['2020-01-01 00:00:00', '2020-01-02 00:00:00'] })).toEqual([]);
  const unknown = await server.call(api.list, { token: keeper.token, query: { sort: 'sha256' } });
  expect(unknown.status).toBe(400);
  const sheet = await get(`/title/api/localStorage/download?blurry=${encodeURIComponent(name)}`);
  expect(sheet.statusCode).toBe(200);
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
});
