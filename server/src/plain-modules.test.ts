import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contracts } from '@zhiping/shared/contracts/all.ts';
import { signedIn } from '../test/factories.ts';
import { sendFile } from '../test/file-helpers.ts';
import { requestOf, startTestServer, type TestServer } from '../test/harness.ts';
import { sampleOf } from '../test/schema-places.ts';
import { plainNames } from './plain-modules.ts';
import type { PlainApi } from './platform/plain-resource.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db, { roleIds: [1] }));
});
afterAll(() => server.close());

type Row = { id: number; version: number; createTime: string };

describe.each(plainNames)('%s', (name) => {
  const api: PlainApi = contracts[name];
  const body = sampleOf(api.create.body) as Record<string, unknown>;
  const find = async () => (await server.call(api.list, { token })).body.content as Row[];
  const create = () => server.call(api.create, { token, body });
  /** A row without what another one of the same content has of its own. */
  const contentOf = ({ id: _id, version: _version, createTime: _createTime, ...content }: Row) => content;

  test('is added as sent, once by its name, and not overwritten by an outdated save', async () => {
    const added = await create();
    expect(added.status).toBe(201);
    const { id } = added.body;
    const row = (await find()).find((one) => one.id === id)!;
    expect(row).toMatchObject(body);
    expect((await create()).error.errors).toMatchObject([{ field: 'name' }]);
    const change = { ...body, id, version: row.version };
    const other = { ...change, name: '另一个' };
    expect((await server.call(api.update, { token, body: other })).status).toBe(204);
    expect((await find()).find((one) => one.id === id)).toMatchObject({
      name: '另一个',
      version: row.version + 1,
    });
    expect((await server.call(api.update, { token, body: change })).error.code).toBe('edit.conflict');
    expect((await server.call(api.remove, { token, body: [id] })).status).toBe(200);
    const events = await server.db
      .selectFrom('audit_event')
      .select('action')
      .where('entity', '=', name as never)
      .where('entity_id', '=', String(id))
      .orderBy('seq')
      .execute();
    expect(events.map(({ action }) => action)).toEqual(
      ['created', 'changed', 'deleted'].map((of) => `${name}.${of}`),
    );
  });

  test('goes out as a sheet and comes in again as it was, once', async () => {
    await create();
    const before = await find();
    const sheet = await server.app.inject(requestOf(api.download, { token }));
    const ids = before.map(({ id }) => id);
    expect((await server.call(api.remove, { token, body: ids })).status).toBe(200);
    expect(await find()).toEqual([]);
    const send = () => sendFile(server, api.import, { name: 'a.xlsx', bytes: sheet.rawPayload }, { token });
    expect((await send()).body).toMatchObject({ created: before.length, failed: 0 });
    expect((await find()).map(contentOf)).toEqual(before.map(contentOf));
    expect((await send()).body).toMatchObject({
      created: 0,
      failed: before.length,
      errors: [{ code: 'TAKEN' }],
    });
    expect(await find()).toHaveLength(before.length);
  });
});
