import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { measureOne, measurePeople } from './measure-lists.ts';

/**
 * Every list with a pool of 100 000 experts, 10 000 schools, 20 000 subjects and 50 000 teachers: one client that asks
 * one question after another, then 100 people who pause between theirs.
 * Usage: node bench/pool.ts [experts] [seconds] [only questions that begin so]
 */
const experts = Number(process.argv[2] ?? 100_000);
const duration = Number(process.argv[3] ?? 6);
const only = process.argv[4] ?? '';

type Started = { port: number; office: string; school: string; admin: string; connection: pg.ClientConfig };

const child = fork(fileURLToPath(new URL('pool-server.ts', import.meta.url)), [String(experts)]);
const begun = performance.now();
const [server] = (await once(child, 'message')) as [Started];
console.log(`${experts} experts in ${Math.round((performance.now() - begun) / 1000)} s`);

const client = new pg.Pool(server.connection);
const values = async (statement: string): Promise<string[]> =>
  (await client.query<{ value: string }>(statement)).rows.map(({ value }) => value);
const [names, schools, prefixes, ids] = await Promise.all([
  values('select name as value from expert order by random() limit 300'),
  values('select school_id::text as value from expert order by random() limit 300'),
  values(`select distinct subject_prefixes[cardinality(subject_prefixes)] as value from expert limit 300`),
  values('select id::text as value from expert order by random() limit 300'),
]);
const spelled = await values(
  `select distinct split_part(trim(search_text), ' ', 3) as value from expert limit 300`,
);
const initials = await values(
  `select distinct left(split_part(trim(search_text), ' ', 4), 2) as value from expert limit 300`,
);

const list = (query: string) => `/title/api/expert?size=20&${query}`;
const each = (found: string[], toQuery: (value: string) => string) =>
  found.map((value) => list(toQuery(encodeURIComponent(value))));
const pages = (step: number, query = '') =>
  Array.from({ length: 300 }, (_, index) =>
    list(`${query}page=${Math.floor((index * step * experts) / 20 / 300)}`),
  );

type Case = [name: string, paths: string[], token?: string];

/** Pages, orders and words of a list beside the experts: its sort fields, searches and other filters. */
const register = (path: string, rows: number, sorts: string[], filters: Record<string, string[]>): Case[] => {
  const of = (query: string) => `/title/api/${path}?size=20&${query}`;
  const anyPage = (query: string) =>
    Array.from({ length: 300 }, (_, index) => of(`${query}page=${Math.floor((index * rows) / 20 / 300)}`));
  const kinds: Case[] = [
    ['any page', anyPage('')],
    ...sorts.map((sort): Case => [`any page by ${sort}`, anyPage(`sort=${sort},desc&`)]),
    ...Object.entries(filters).map(([name, found]): Case => [
      name,
      found.map((value) => of(`${name}=${encodeURIComponent(value)}`)),
    ]),
  ];
  return kinds.map(([name, paths]) => [`${path}: ${name}`, paths, server.admin]);
};

const WORDS = ['大学', '浙江', 'zj', 'zjdx', '测试', '师范', 'ceshi', '学院', '王', '理工'];
const registers = [
  ...register('school', 10_000, ['name', 'code', 'province', 'level', 'enabled'], {
    blurry: [...WORDS, ...Array.from({ length: 90 }, (_, index) => `大学${index * 80}`)],
    province: ['浙江省', '北京市', '海南省'],
    level: ['本科', '专科'],
    pid: ['30', '31'],
    enabled: ['true', 'false'],
  }),
  ...register(
    'subject',
    20_000,
    ['subjectId', 'professionalCategoryCode', 'professionalClassCode', 'enabled'],
    {
      blurry: ['jsj', '计算机', '0812', '工程', '数学', '专业', 'gc', '学', '专业77', '类'],
      catalog: ['graduate', 'undergraduate', 'vocational', 'bench'],
      professionalCategoryCode: ['08', '0812', '03', '0301'],
      enabled: ['true', 'false'],
    },
  ),
  ...register('teacher', 50_000, ['name', 'enabled', 'entryDate', 'createTime'], {
    blurry: [
      ...names.slice(0, 60),
      ...new Set(names.map((name) => name[0] as string)),
      'wl',
      'zhang',
      '177000',
    ],
    schoolId: schools,
    type: ['1', '2'],
    titleLevel: ['fullSenior', 'associateSenior'],
    enabled: ['true', 'false'],
  }),
  ...register('users', experts, ['username', 'nickName', 'enabled', 'createTime'], {
    blurry: [
      ...names.slice(0, 60),
      ...new Set(names.map((name) => name[0] as string)),
      'admin',
      '177000',
      'ex',
    ],
    deptId: schools,
    enabled: ['true', 'false'],
  }),
];

const sortable = ['name', 'rating', 'enabled', 'confirmedAt', 'termEndsAt', 'createTime', 'id'];
const cases: Case[] = [
  ['first page', [list('')]],
  [
    'near either end',
    Array.from({ length: 100 }, (_, index) =>
      list(`page=${index % 2 ? index : Math.floor(experts / 20) - 1 - index}`),
    ),
  ],
  ['any page', pages(1)],
  ['any page by name', pages(1, 'sort=name,asc&')],
  ['sorted, each order', sortable.flatMap((name) => [list(`sort=${name},asc`), list(`sort=${name},desc`)])],
  ['name', each(names, (name) => `blurry=${name}`)],
  ['family name', each([...new Set(names.map((name) => name[0] as string))], (name) => `blurry=${name}`)],
  [
    'two initials',
    each(
      initials.filter((text) => /^[a-z]{2}$/.test(text)),
      (text) => `blurry=${text}`,
    ),
  ],
  ['pinyin', each(spelled, (text) => `blurry=${text}`)],
  ['school', each(schools, (id) => `schoolId=${id}`)],
  ['subject', each(prefixes, (path) => `subject=${path}`)],
  ['catalogue', ['graduate', 'undergraduate', 'vocational', 'bench'].map((path) => list(`subject=${path}`))],
  [
    'rating and series',
    each(['0', '1', '2', '3', '4', '5'], (one) => `rating=${one}&titleSeries=${Number(one) + 1}`),
  ],
  ['unconfirmed', [list('confirmed=false'), list('confirmed=false&sort=name,asc')]],
  ['term', ['none', 'current', 'ending', 'ended'].map((term) => list(`term=${term}`))],
  ['a waiting change', [list('changed=true')]],
  ['own school', [list(''), list('sort=name,asc')], server.school],
  ['detail', ids.map((id) => `/title/api/expert/${id}`)],
  ['inspect', ids.map((id) => `/title/api/expert/inspect/${id}`)],
];

const chosen = [...cases, ...registers].filter(([name]) => name.startsWith(only));
for (const [name, paths, token = server.office] of chosen)
  await measureOne(server.port, { name, paths, token }, duration);
const people = chosen.map(([name, paths, token = server.office]) => ({ name, paths, token }));
await measurePeople(server.port, people, 10 * duration);

let written = 0;
/** An expert that the pool does not have yet. */
const newExpert = () => {
  const index = written++;
  const sequence = String(1 + (index % 999)).padStart(3, '0');
  const first17 = `3301${10 + Math.floor(index / 999)}19550505${sequence}`;
  return {
    name: '新增测试',
    idCard: first17 + checkCharacter(first17),
    phone: `178${String(index).padStart(8, '0')}`,
    schoolId: Number(schools[index % schools.length]),
    titleSeries: '1',
    titleLevel: 'fullSenior',
    titleName: '教授',
    subjects: [['undergraduate', '08', '0809', 'undergraduate_080901']],
  };
};
const COUNT = 5000;
const batch = Array.from({ length: COUNT }, newExpert);
const started = performance.now();
const answer = await fetch(`http://127.0.0.1:${server.port}/title/api/expert/batch`, {
  method: 'POST',
  headers: { authorization: server.office, 'content-type': 'application/json' },
  body: JSON.stringify(batch),
});
const { created, errors } = (await answer.json()) as { created: number; errors: object[] };
console.log(
  `a batch of ${COUNT}: ${created} created in ${Math.round(performance.now() - started)} ms`,
  errors.slice(0, 1),
);

await client.end();
child.kill('SIGTERM');
