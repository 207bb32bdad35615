import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import pg from 'pg';
import { checkCharacter } from '@zhiping/shared/rules/id-number.ts';

/**
 * Lists of a pool of 100 000 experts at 32 parallel clients: requests a second and latencies of each kind of question, each
 * asked with changing values, and the plan of every statement that took longest. Usage: node bench/pool.ts [experts] [seconds]
 */
const experts = Number(process.argv[2] ?? 100_000);
const duration = Number(process.argv[3] ?? 6);
const CLIENTS = 32;

type Started = { port: number; office: string; school: string; connection: pg.ClientConfig };

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

const sortable = ['name', 'rating', 'enabled', 'confirmedAt', 'termEndsAt', 'createTime', 'id'];
const cases: [string, string[], string?][] = [
  ['first page', [list('')]],
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

for (const [name, paths, token = server.office] of cases) {
  const ask = (seconds: number) =>
    autocannon({
      url: `http://127.0.0.1:${server.port}`,
      connections: CLIENTS,
      duration: seconds,
      headers: { authorization: token },
      requests: paths.map((path) => ({ path })),
    });
  // The first second warms up.
  await ask(1);
  const result = await ask(duration);
  const { p50, p97_5, p99 } = result.latency;
  const refused = result.non2xx + result.errors;
  console.log(
    `${name.padEnd(20)} ${Math.round(result.requests.average)} req/s, p50 ${p50}, p97.5 ${p97_5}, p99 ${p99} ms${refused > 0 ? `, ${refused} refused` : ''}`,
  );
}

const COUNT = 5000;
const batch = Array.from({ length: COUNT }, (_, index) => {
  const sequence = String(1 + (index % 999)).padStart(3, '0');
  const first17 = `3301${10 + Math.floor(index / 999)}19550505${sequence}`;
  return {
    name: '批量导入',
    idCard: first17 + checkCharacter(first17),
    phone: `178${String(index).padStart(8, '0')}`,
    schoolId: schools[index % schools.length],
    titleSeries: '1',
    titleLevel: 'fullSenior',
    titleName: '教授',
    subjects: [['undergraduate', '08', '0809', 'undergraduate_080901']],
  };
});
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
