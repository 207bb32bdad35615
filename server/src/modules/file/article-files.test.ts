import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { storageApi } from '@zhiping/shared/contracts/file.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { pdf, png, sendFile } from '../../../test/file-helpers.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { cleanFiles } from '../../platform/files/clean-files.ts';
import { readConfig } from '../../config.ts';

let server: TestServer;
let office: { id: number; token: string };
let keeper: { token: string };
beforeAll(async () => {
  server = await startTestServer();
  office = await signedIn(server.db, { roleIds: [3] });
  keeper = await signedIn(server.db, { roleIds: [2] });
});
afterAll(() => server.close());

let counter = 0;
const upload = async (name = '图.png', token = office.token) => {
  const bytes = name.endsWith('.pdf') ? pdf(`${(counter += 1)}`) : png(`${(counter += 1)}`);
  const { body, status } = await sendFile(server, articleApi.upload, { name, bytes }, { token });
  expect(status).toBe(201);
  return body;
};

const shows = ({ path }: { path: string }) => `<p>见图</p><p><img src="${path}" alt="图" /></p>`;

type Rest = {
  body?: string;
  attachments?: { id: number }[];
  roles?: { id: number }[];
  publishedAt?: string | null;
};
const notice = (rest: Rest) => ({
  type: 'notice' as const,
  title: `通知 ${(counter += 1)}`,
  body: '<p>正文</p>',
  publishedAt: '2026-01-01 00:00:00',
  ...rest,
});
const create = async (rest: Rest, token = office.token) =>
  server.call(articleApi.create, { token, body: notice(rest) });
const update = (id: number, rest: Rest, token = office.token) =>
  server.call(articleApi.update, { token, body: { id, ...notice(rest) } });

const statusFor = async (token: string, { path }: { path: string }) =>
  (await server.app.inject({ url: path, headers: { authorization: token } })).statusCode;

const reader = async (...roleIds: number[]) => (await signedIn(server.db, { roleIds })).token;

const age = (hours: number) =>
  server.db
    .updateTable('stored_file')
    .set({ unused_since: new Date(Date.now() - hours * 3_600_000) })
    .execute();
const clean = () => cleanFiles(server.db, readConfig({ DATA_DIR: server.dataDir }), new Date());
const exists = async ({ id }: { id: number }) =>
  (await server.db.selectFrom('stored_file').select('id').where('id', '=', id).execute()).length > 0;

describe('a picture and an attachment', () => {
  test('are read only by those who may read the article', async () => {
    const roleId = await createRole(server.db);
    const [picture, attachment] = [await upload(), await upload('附件一.pdf')];
    const inside = await reader(roleId);
    const outside = await reader(5);
    for (const file of [picture, attachment]) expect(await statusFor(inside, file)).toBe(404);

    const rest = { body: shows(picture), attachments: [{ id: attachment.id }], roles: [{ id: roleId }] };
    const { body } = await create(rest);
    const read = await server.call(articleApi.read, { token: inside, params: { id: body.id } });
    expect(read.body.body).toContain(`src="${picture.path}"`);
    expect(read.body.attachments).toMatchObject([
      { id: attachment.id, name: '附件一', suffix: 'pdf', path: attachment.path },
    ]);
    for (const file of [picture, attachment]) {
      expect(await statusFor(inside, file)).toBe(200);
      expect(await statusFor(outside, file)).toBe(404);
    }
    // Withdrawing an article withdraws its files.
    await update(body.id, { ...rest, publishedAt: null });
    for (const file of [picture, attachment]) expect(await statusFor(inside, file)).toBe(404);
  });

  test('of an old version are for editors only', async () => {
    const [old, current] = [await upload(), await upload()];
    const { body } = await create({ body: shows(old) });
    await update(body.id, { body: shows(current) });
    const token = await reader(5);
    const colleague = await reader(3);
    expect([await statusFor(token, old), await statusFor(token, current)]).toEqual([404, 200]);
    expect(await statusFor(colleague, old)).toBe(200);
    // The old version comes back with its picture.
    expect((await update(body.id, { body: shows(old) }, colleague)).status).toBe(204);
    expect([await statusFor(token, old), await statusFor(token, current)]).toEqual([200, 404]);
  });

  test('keep their order, and stay when a stock client saves without them', async () => {
    const [one, two] = [await upload('一.pdf'), await upload('二.pdf')];
    const { body } = await create({ attachments: [two, one] });
    const names = async () =>
      (
        await server.call(articleApi.detail, { token: office.token, params: { id: body.id } })
      ).body.attachments.map(({ name }) => name);
    expect(await names()).toEqual(['二', '一']);
    await update(body.id, {});
    expect(await names()).toEqual(['二', '一']);
    await update(body.id, { attachments: [] });
    expect(await names()).toEqual([]);
  });

  test('cannot be linked by an editor who may not read them', async () => {
    const writer = await signedIn(server.db, {
      roleIds: [await createRole(server.db, { permissions: ['article:add', 'article:edit'] })],
    });
    const { body: secret } = await sendFile(
      server,
      storageApi.create,
      { name: '内部.png', bytes: png('secret') },
      { token: keeper.token },
    );
    const shown = await create({ body: shows(secret) }, writer.token);
    expect(shown.error.errors).toMatchObject([{ field: 'body', message: expect.stringContaining('图片') }]);
    const attached = await create({ attachments: [secret] }, writer.token);
    expect(attached.error.errors).toMatchObject([{ field: 'attachments' }]);
    expect(await statusFor(await reader(5), secret)).toBe(404);
  });
});

test('a file in use is not deleted, and its uses are listed', async () => {
  const file = await upload();
  const { body } = await create({ body: shows(file) });
  const remove = () => server.call(storageApi.remove, { token: keeper.token, body: [file.id] });
  const refused = await remove();
  expect(refused.error).toMatchObject({ status: 400, code: 'file.in_use' });
  expect(refused.error.message).toMatch(/《通知 \d+》/);
  const { body: listed } = await server.call(storageApi.list, { token: keeper.token, query: { size: 100 } });
  expect(listed.content.find(({ id }) => id === file.id)?.usedBy).toEqual([expect.stringMatching(/^通知/)]);
  await server.call(articleApi.remove, { token: office.token, body: [body.id] });
  expect((await remove()).status).toBe(200);
});

describe('the clean-up', () => {
  test('takes uploads that no article used for a day, with their contents', async () => {
    const [unused, used, own] = [
      await upload(),
      await upload(),
      (
        await sendFile(
          server,
          storageApi.create,
          { name: '留.png', bytes: png('own') },
          { token: keeper.token },
        )
      ).body,
    ];
    await create({ body: shows(used) });
    await age(23);
    await clean();
    expect(await exists(unused)).toBe(true);
    await age(25);
    expect((await clean()).files).toBeGreaterThan(0);
    expect([await exists(unused), await exists(used), await exists(own)]).toEqual([false, true, true]);
    expect(await statusFor(office.token, used)).toBe(200);
  });

  test('counts the day from when the last article let go', async () => {
    const file = await upload();
    const { body } = await create({ attachments: [file] });
    await age(48);
    await server.call(articleApi.remove, { token: office.token, body: [body.id] });
    await clean();
    expect(await exists(file)).toBe(true);
    await age(25);
    await clean();
    expect(await exists(file)).toBe(false);
  });

  test('loses against an article that is saved at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const file = await upload();
      await age(25);
      const [saved] = await Promise.all([create({ body: shows(file) }), clean(), clean()]);
      // Either the article came first and has its picture, or its editor hears that it is gone.
      expect(await exists(file)).toBe(saved.status === 201);
    }
  });
});
