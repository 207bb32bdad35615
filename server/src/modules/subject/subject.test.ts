import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { findFullNames } from './subject.queries.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await signedIn(server.db));
});
afterAll(() => server.close());

const list = (query: Record<string, unknown>) => server.call(subjectApi.list, { token, query });

test('pages of 999 give every subject once', async () => {
  const pages = await Promise.all([0, 1].map((page) => list({ page, size: 999 })));
  const rows = pages.flatMap(({ body }) => body.content);
  expect(pages[0]?.body.totalElements).toBe(1878);
  expect(new Set(rows.map(({ subjectId }) => subjectId)).size).toBe(1878);
});

describe('finds', () => {
  test.each([
    [
      'the name',
      { blurry: '计算机科学与技术', catalog: 'graduate' },
      '研究生学科专业目录 - 工学 - 计算机科学与技术',
    ],
    ['the code', { blurry: '080901' }, '本科专业目录 - 工学 - 计算机类 - 计算机科学与技术'],
    ['pinyin', { blurry: 'luojixue' }, '本科专业目录 - 哲学 - 哲学类 - 逻辑学'],
    ['pinyin initials', { blurry: 'ljx', catalog: 'undergraduate' }, '本科专业目录 - 哲学 - 哲学类 - 逻辑学'],
    [
      'the professional category',
      { professionalCategoryCode: '4101', size: 1 },
      '职业教育专业目录 - 农林牧渔大类 - 农业类 - 种子生产与经营',
    ],
  ])('by %s', async (_, query, fullName) => {
    const { body } = await list(query);
    expect(body.content.map((subject) => subject.fullName)).toContain(fullName);
  });

  test('nothing for a wildcard', async () => {
    for (const blurry of ['%', '_', '\\']) expect((await list({ blurry })).body.totalElements).toBe(0);
  });

  test('all of a category by two characters of its code', async () => {
    const { body } = await list({ professionalCategoryCode: '08', catalog: 'graduate', size: 999 });
    expect(body.totalElements).toBeGreaterThan(30);
    expect(new Set(body.content.map(({ subjectCategory }) => subjectCategory))).toEqual(new Set(['工学']));
  });
});

test('an empty filter is no filter', async () => {
  expect((await list({ catalog: '', blurry: '', enabled: '' })).body.totalElements).toBe(1878);
});

describe('sorts', () => {
  test('by the asked field, repeatable', async () => {
    const { body } = await list({ sort: ['catalog,desc', 'professionalClassCode,desc'], size: 1 });
    expect(body.content[0]?.catalog).toBe('vocational');
  });

  test('not by unknown fields, and lists the known ones', async () => {
    const { status, error } = await list({ sort: 'search_text,asc' });
    expect(status).toBe(400);
    expect(error.message).toContain('可用的排序字段：subjectId、catalog');
  });
});

test('full names of paths: categories, classes, and nothing for what does not exist', async () => {
  const paths = [
    ['graduate', '08', '0812'],
    ['undergraduate', '08', '0809'],
    ['undergraduate', '08', '0809', 'undergraduate_080901'],
    ['undergraduate', '08', '0809', 'undergraduate_089999'],
    ['graduate', '07', '0812'],
  ];
  expect(Object.fromEntries(await findFullNames(server.db, paths))).toEqual({
    'graduate/08/0812': '研究生学科专业目录 - 工学 - 计算机科学与技术',
    'undergraduate/08/0809': '本科专业目录 - 工学 - 计算机类',
    'undergraduate/08/0809/undergraduate_080901': '本科专业目录 - 工学 - 计算机类 - 计算机科学与技术',
  });
});
