import { afterAll, beforeAll, expect, test } from 'vitest';
import { dictApi } from '@zhiping/shared/contracts/dict.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db));
});
afterAll(() => server.close());

test('details of a dictionary in their order, with page 0 and size 9999', async () => {
  const { body } = await server.call(dictApi.details, {
    token,
    query: { dictName: 'subject_catalog', page: 0, size: 9999 },
  });
  expect(body.content.map(({ label }) => label)).toEqual([
    '研究生学科专业目录',
    '本科专业目录',
    '职业教育专业目录',
  ]);
  expect(body.content[0]).toMatchObject({
    dictName: 'subject_catalog',
    value: 'graduate',
    dictSort: 1,
    dict: { id: 1 },
  });
});

test('without a choice the details stand dictionary by dictionary', async () => {
  const { body } = await server.call(dictApi.details, { token, query: { size: 100 } });
  const names = body.content.map(({ dictName }) => dictName);
  expect(names.filter((name, at) => name !== names[at - 1])).toEqual([...new Set(names)]);
});

test('details by label', async () => {
  const { body } = await server.call(dictApi.details, { token, query: { label: '副高' } });
  expect(body.content.map(({ value }) => value)).toEqual(['associateSenior']);
});

test('several dictionaries at once; an unknown one is empty', async () => {
  const { body } = await server.call(dictApi.map, { token, query: { dictName: 'title_series,nothing' } });
  expect(Object.keys(body)).toEqual(['title_series', 'nothing']);
  expect(body['title_series']).toHaveLength(27);
  expect(body['nothing']).toEqual([]);
});
