import { sql } from 'kysely';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { drawName } from '../server/src/demo/names.ts';
import { seededRandom, type Random } from '../server/src/demo/random.ts';
import { insertExperts, type ExpertInput } from '../server/src/modules/expert/pool/insert-experts.ts';
import { type Db, inTransaction } from '../server/src/platform/database/db.ts';
import type { Identity } from '../server/src/platform/identity.ts';
import type { Principal } from '../server/src/platform/auth/principal.ts';

/** An invented pool of the size of a large province, by the product's own way of adding experts. */
export type PoolSize = { experts: number; schools: number; subjects: number };

const BATCH_SIZE = 2000;

const addSchools = (db: Db, wanted: number) =>
  sql`with added as (
      insert into dept (pid, name, sort, search_text)
      select 30, '测试大学' || n, n, '测试大学' || n || ' ceshidaxue' || n || ' csdx' || n
      from generate_series(1, ${wanted} - (select count(*) from school)) as n returning id
    ) insert into school (dept_id, province, level) select id, '浙江省', '本科' from added`.execute(db);

const addSubjects = (db: Db, wanted: number) =>
  sql`insert into subject (catalog, subject_category_code, subject_category, professional_category_code,
      professional_category, professional_class_code, professional_class, search_text)
    select 'bench', lpad((n / 2000)::text, 2, '0'), '门类' || n / 2000, lpad((n / 20)::text, 4, '0'), '类' || n / 20,
      lpad((n / 20)::text, 4, '0') || lpad((n % 20)::text, 2, '0'), '专业' || n, '专业' || n
    from generate_series(0, ${wanted} - 1 - (select count(*) from subject)) as n`.execute(db);

const two = (value: number) => String(value).padStart(2, '0');

const drawExpert = (
  random: Random,
  number: number,
  { schoolIds, paths }: { schoolIds: number[]; paths: string[][] },
): ExpertInput => {
  const gender = random.chance(0.6) ? '男' : '女';
  const day = `${1960 + random.below(30)}${two(1 + random.below(12))}${two(1 + random.below(28))}`;
  // The number runs through district and sequence, so that no two are alike.
  const district = String(110_100 + (number % 900)).padStart(6, '0');
  const sequence = String(Math.floor(number / 900) % 1000).padStart(3, '0');
  const first17 = district + day + sequence;
  const subjects = random.sample(paths, 1 + random.below(3));
  return {
    name: drawName(random, gender),
    idCard: first17 + checkCharacter(first17),
    gender,
    phone: `177${String(number).padStart(8, '0')}`,
    email: `pool${number}@example.edu.cn`,
    schoolId: random.pick(schoolIds),
    department: '学院',
    titleSeries: String(1 + random.below(27)),
    titleLevel: random.chance(0.6) ? 'fullSenior' : 'associateSenior',
    titleName: '教授',
    subjects: subjects.map((path) => ({ path, keywords: ['关键词'] })),
    retired: random.chance(0.03),
    maxLoad: null,
    note: null,
  };
};

/** Years of use: times, confirmations, terms, grades and states spread over the pool. */
const age = (db: Db) =>
  sql`update expert set create_time = now() - random() * interval '5 years',
      rating = case when random() < 0.05 then 0 else 1 + floor(random() * 5)::int end,
      enabled = random() > 0.05,
      (confirmed_at, term_start, term_ends_at) = (select
        case when seed < 0.85 then now() - seed * interval '3 years' end,
        case when seed < 0.85 then (now() - seed * interval '3 years')::date end,
        case when seed < 0.85 then (now() - seed * interval '3 years' + interval '3 years' - interval '1 day')::date end
        from (select random() + expert.id * 0 as seed) as drawn)`.execute(db);

/** Half of the experts stand as teachers of their schools too. */
const addTeachers = (db: Db) =>
  sql`insert into teacher (person_id, school_id, name, gender, type, title_series, title_level, title_name, phone, email,
      entry_date, enabled, search_text, create_time)
    select person_id, school_id, name, gender, case when id % 3 = 0 then '2' else '1' end, title_series, title_level,
      title_name, phone, email, date '2000-01-01' + (id % 9000)::int, id % 20 <> 0, search_text, create_time
    from expert where id % 2 = 0 and person_id is not null and school_id is not null
    on conflict do nothing`.execute(db);

export const generatePool = async (
  db: Db,
  identity: Identity,
  actor: Principal,
  { experts, schools, subjects }: PoolSize,
) => {
  await addSchools(db, schools);
  await addSubjects(db, subjects);
  const { rows: schoolRows } = await sql<{ id: number }>`select dept_id as id from school`.execute(db);
  const { rows: pathRows } = await sql<{ path: string[] }>`
    select array[catalog, subject_category_code, professional_category_code] ||
      case when professional_class_code is null then '{}' else array[catalog || '_' || professional_class_code] end as path
    from subject`.execute(db);
  const known = { schoolIds: schoolRows.map(({ id }) => id), paths: pathRows.map(({ path }) => path) };
  const random = seededRandom(7);
  for (let start = 0; start < experts; start += BATCH_SIZE) {
    const some = Array.from({ length: Math.min(BATCH_SIZE, experts - start) }, (_, index) =>
      drawExpert(random, start + index, known),
    );
    await inTransaction(db, (tx) => insertExperts(tx, identity, actor, some, 'none'));
  }
  // These rewrite whole tables, for longer than any call of the product may take.
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    await age(one);
    await addTeachers(one);
    await sql`vacuum (full, analyze) expert`.execute(one);
    await sql`vacuum (analyze)`.execute(one);
    await sql`reset statement_timeout`.execute(one);
  });
};
