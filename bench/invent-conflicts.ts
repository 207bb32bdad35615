import type pg from 'pg';
import { emptyForm, type ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { drawName } from '../server/src/demo/names.ts';
import { type Random, seededRandom } from '../server/src/demo/random.ts';

/** Many experts and many submitted projects, written directly. */
const SCHOOLS = 900;
const DISCIPLINES = 110;
const BATCH = 500;

const random = seededRandom(11);
type School = { id: string; name: string };
let schools: School[] = [];

/** Large schools have many people, small ones few. */
const school = () => schools[Math.floor(schools.length * (random.below(10_000) / 10_000) ** 1.6)]!;
const discipline = () =>
  `08${String(1 + Math.floor(DISCIPLINES * (random.below(10_000) / 10_000) ** 2)).padStart(2, '0')}`;
const name = () => drawName(random, random.chance(0.6) ? '男' : '女');

const addExperts = async (db: pg.ClientBase, count: number) => {
  const rows = Array.from({ length: count }, (_, index) => ({
    n: index,
    name: name(),
    school: school().id,
    former: [school(), school()],
    discipline: discipline(),
    to: 2010 + random.below(17),
  }));
  await db.query(
    `with fact as (
       select nextval(pg_get_serial_sequence('sys_user', 'id')) as user_id, nextval(pg_get_serial_sequence('person', 'id')) as person_id,
         nextval(pg_get_serial_sequence('expert', 'id')) as expert_id, row.*
       from jsonb_to_recordset($1) as row (n int, name text, school bigint, former jsonb, discipline text, "to" int)
     ), users as (
       insert into sys_user (id, username, nick_name, password_hash) select user_id, 'bench' || n, name, '' from fact
     ), persons as (
       insert into person (id, id_card_hash, id_card_sealed)
       select person_id, sha256(convert_to('e' || n, 'UTF8')), sha256(convert_to('e' || n, 'UTF8')) from fact
     ), experts as (
       insert into expert (id, user_id, person_id, name, school_id, department, title_level, accepted_at)
       select expert_id, user_id, person_id, name, school, '学院', 'fullSenior', now() from fact
     ), subjects as (
       insert into expert_subject (expert_id, rank, path) select expert_id, 1, array['graduate', '08', discipline] from fact
     )
     insert into expert_affiliation (expert_id, org_id, org_name, from_year, to_year)
     select expert_id, (place ->> 'id')::bigint, place ->> 'name', "to" - 5 * ordinality::int, "to" - 5 * (ordinality::int - 1)
     from fact, jsonb_array_elements(former) with ordinality as one (place, ordinality)`,
    [JSON.stringify(rows)],
  );
};

const FILLER = '任现职以来，坚持教书育人，围绕学科前沿开展研究。'.repeat(60);

const paper = (draw: Random, index: number) => ({
  key: `p${index}`,
  title: `第 ${draw.below(1_000_000_000)} 号问题的方法与应用研究`,
  venue: '科学通报',
  year: 2012 + draw.below(15),
  rank: 1,
  people: 5,
  isCorresponding: 'yes' as const,
  index: 'sci' as const,
  doi: `10.4000/bench.${draw.below(1_000_000_000)}`,
  authors: Array.from({ length: 5 }, name).join('，'),
});

const formOf = (here: string): ProjectForm => {
  const form = emptyForm();
  return {
    ...form,
    basic: { ...form.basic, department: '学院' },
    target: {
      ...form.target,
      subjects: [{ path: ['graduate', '08', discipline()], fullName: '', isObsolete: false }],
    },
    employment: {
      posts: [
        { key: 'a', unit: here, post: '教师', from: '2015-07', to: null },
        { key: 'b', unit: school().name, post: '教师', from: '2008-07', to: `${2015 + random.below(11)}-06` },
      ],
    },
    research: { ...form.research, papers: Array.from({ length: 20 }, (_, index) => paper(random, index)) },
    recusals: {
      requests: random.chance(0.1)
        ? [{ key: 'r', kind: 'unit', name: school().name, unit: null, relation: null, reason: '有过纠纷' }]
        : [],
    },
    statement: { text: FILLER },
  };
};

const addApplications = async (db: pg.ClientBase, cycleId: string, start: number, count: number) => {
  const rows = Array.from({ length: count }, (_, index) => {
    const place = school();
    const applicant = name();
    const form = formOf(place.name);
    return { n: start + index, school: place.id, content: { person: { name: applicant }, form, files: [] } };
  });
  await db.query(
    `with fact as (
       select nextval(pg_get_serial_sequence('person', 'id')) as person_id, row.*
       from jsonb_to_recordset($1) as row (n int, school bigint, content jsonb)
     ), persons as (
       insert into person (id, id_card_hash, id_card_sealed)
       select person_id, sha256(convert_to('a' || n, 'UTF8')), sha256(convert_to('a' || n, 'UTF8')) from fact
     ), added as (
       insert into project (cycle_id, person_id, school_id, no, bag_no, state, form, subject_edition, submitted_at)
       select $2, person_id, school, 'B-' || lpad(n::text, 6, '0'), 'BENCH' || n, 'eligible', '{}', 0, now() from fact
       returning id, person_id
     )
     insert into project_snapshot (project_id, round, content, hash, rule_version, create_time)
     select added.id, 1, content, '', 1, now() from added join fact using (person_id)`,
    [JSON.stringify(rows), cycleId],
  );
};

/** Returns the cycle, and the last project and expert. */
export const inventConflicts = async (db: pg.ClientBase, size: { applications: number; experts: number }) => {
  // Without triggers: what is invented here is computed when the clock runs, not before.
  await db.query('set session_replication_role = replica; set statement_timeout = 0');
  const places = await db.query<School>(
    `select dept_id as id, name from school join dept on dept.id = dept_id where pid = 30 order by dept_id limit ${SCHOOLS}`,
  );
  schools = places.rows;
  const { rows } = await db.query<{ id: string }>(`select id from cycle where state = 'applying'`);
  const cycleId = rows[0]!.id;
  await addExperts(db, size.experts);
  for (let start = 0; start < size.applications; start += BATCH)
    await addApplications(db, cycleId, start, Math.min(BATCH, size.applications - start));
  await db.query('reset session_replication_role');
  await db.query('vacuum analyze');
  const last = await db.query<{ project: string; expert: string }>(
    `select (select max(id) from project) as project, (select max(id) from expert) as expert`,
  );
  return {
    cycleId: Number(cycleId),
    projectId: Number(last.rows[0]!.project),
    expertId: Number(last.rows[0]!.expert),
  };
};
