import { createRegisterCache } from '../server/src/platform/database/register-cache.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { readExpert } from '../server/src/modules/expert/pool/expert-detail.queries.ts';
import { findExperts } from '../server/src/modules/expert/pool/expert.queries.ts';
import { readInspection } from '../server/src/modules/expert/pool/inspect-expert.queries.ts';
import { findSchools } from '../server/src/modules/school/school.queries.ts';
import { findSubjects } from '../server/src/modules/subject/subject.queries.ts';
import { findTeachers } from '../server/src/modules/teacher/teacher.queries.ts';
import { findUsers } from '../server/src/modules/user/user.queries.ts';
import { loadPrincipal } from '../server/src/platform/auth/principal.ts';
import { createDb, createPool } from '../server/src/platform/database/db.ts';
import { loadIdentity } from '../server/src/platform/identity.ts';

/**
 * The plans of every statement behind the lists of a large pool, with nothing remembered: what the first who asks pays.
 * Usage: node bench/plans.ts [experts] > bench/plans.txt
 */
const experts = Number(process.argv[2] ?? 100_000);
const child = fork(fileURLToPath(new URL('pool-server.ts', import.meta.url)), [String(experts)]);
const [{ connection }] = (await once(child, 'message')) as [{ connection: pg.ClientConfig }];

type Asked = { text: string; values: unknown[] };
let asked: Asked[] = [];
const pool = createPool(connection);
const db = createDb(pool, ({ query: { sql, parameters } }) =>
  asked.push({ text: sql, values: [...parameters] }),
);

const valueOf = async <T>(statement: string): Promise<T> =>
  (await pool.query<{ value: T }>(statement)).rows[0]?.value as T;
const readerNamed = async (username: string) => {
  const id = await valueOf<number>(`select id as value from sys_user where username = '${username}'`);
  const reader = await loadPrincipal(db, id, new Date());
  if (!reader) throw new Error(`The demo data has no ${username}.`);
  return reader;
};
const [office, officer, admin] = await Promise.all(['office', 'school', 'admin'].map(readerNamed));
if (!office || !officer || !admin) throw new Error('Readers are missing.');

const deps = { db, identity: await loadIdentity(pool), registerCache: createRegisterCache(db) };
const oneOf = 'from expert offset 777 limit 1';
const id = await valueOf<number>(`select id as value ${oneOf}`);
const name = await valueOf<string>(`select name as value ${oneOf}`);
const schoolId = await valueOf<number>(`select school_id as value ${oneOf}`);
const subject = await valueOf<string>(
  `select subject_prefixes[cardinality(subject_prefixes)] as value ${oneOf}`,
);
const first = { page: 0, size: 20, createTime: undefined };
const middle = { ...first, page: Math.floor(experts / 80) };

const questions: Record<string, () => Promise<unknown>> = {
  'experts: first page': () => findExperts(deps, office, first),
  'experts: a page in the middle': () => findExperts(deps, office, middle),
  'experts: a page in the middle, by name': () =>
    findExperts(deps, office, { ...middle, sort: ['name,asc'] }),
  'experts: by rating': () => findExperts(deps, office, { ...first, sort: ['rating,desc'] }),
  'experts: a name': () => findExperts(deps, office, { ...first, blurry: name }),
  'experts: a family name': () => findExperts(deps, office, { ...first, blurry: name.slice(0, 1) }),
  'experts: two initials': () => findExperts(deps, office, { ...first, blurry: 'zw' }),
  'experts: a school': () => findExperts(deps, office, { ...first, schoolId }),
  'experts: a subject and what is below it': () => findExperts(deps, office, { ...first, subject }),
  'experts: rating and series': () => findExperts(deps, office, { ...first, rating: 3, titleSeries: '1' }),
  'experts: not confirmed': () => findExperts(deps, office, { ...first, confirmed: false }),
  'experts: term ends soon': () => findExperts(deps, office, { ...first, term: 'ending' }),
  'experts: those of an officer': () => findExperts(deps, officer, first),
  'expert: detail': () => readExpert(deps, office, id),
  'expert: check before use': () => readInspection(deps, office, id),
  'schools: first page': () => findSchools(db, admin, first),
  'schools: by a part of the name': () => findSchools(db, admin, { ...first, blurry: '大学' }),
  'schools: a province': () => findSchools(db, admin, { ...first, province: '浙江省' }),
  'subjects: a page in the middle': () => findSubjects(db, { ...first, page: 500 }),
  'subjects: by a part of the name': () => findSubjects(db, { ...first, blurry: '计算机' }),
  'teachers: a page in the middle': () => findTeachers(deps, admin, { ...first, page: 1200 }),
  'teachers: a school': () => findTeachers(deps, admin, { ...first, schoolId }),
  'users: a page in the middle': () => findUsers(db, admin, middle),
  'users: a name': () => findUsers(db, admin, { ...first, blurry: name }),
};

const seen = new Map<string, string>();
for (const [title, answer] of Object.entries(questions)) {
  asked = [];
  await answer();
  console.log(`\n## ${title}`);
  for (const { text, values } of asked) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off) ${text}`,
      values,
    );
    const plan = rows.map((row) => row['QUERY PLAN']);
    const known = seen.get(text);
    seen.set(text, known ?? title);
    if (known) console.log(`\nAs for “${known}”: ${plan.at(-1)}`);
    else console.log([`\n${text}\n`, ...plan.map((line) => `    ${line}`)].join('\n'));
  }
}

await pool.end();
child.kill('SIGTERM');
