import type pg from 'pg';
import { maskIdCard } from '@zhiping/shared/rules/person/mask.ts';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { drawBagNo } from '../modules/project/bag-no.ts';
import { APPLICANT_ROLE_ID } from '@zhiping/shared/constants.ts';
import { readSchools } from '../facts/read-facts.ts';
import { personSearchText } from '../modules/person/search-words.ts';
import { daysBefore } from '../platform/clock.ts';
import type { Identity } from '../platform/identity.ts';
import { DEMO_SCHOOL } from './accounts.ts';
import { type DemoApplicant, halfForm, wholeForm } from './forms.ts';
import { type Certificate, type DemoFiles, pagesOf } from './demo-files.ts';
import { APPLICANTS, paperName, plainWorks } from './papers.ts';
import { demoPeople, EXPERTS } from './people.ts';
import { type HandedIn, loadSteps, sendBack } from './project-steps.ts';
import { seededRandom } from './random.ts';
import { findFarExperts, loadTies, tieForm } from './ties.ts';
import { hashOfJson } from '../platform/hash.ts';

const SEED = 20_261_123;
const AT_DEMO_SCHOOL = 12;
/** Decides when it was started and submitted. */
const RETURNED = 4;
/** One that takes two people of the office. */
const EXCEPTIONAL = 13;

export type Teacher = DemoApplicant & {
  personId: string;
  schoolId: string;
  userId: string;
  gender: string;
  sealed: Buffer;
  hash: Buffer;
  /** The accounts of the demo: the form of one is half filled, the other's was returned. */
  demo: 'applicant' | 'applicant2' | null;
};

/** Teachers of the demo school and of others, each with an account that was never used. */
export const insertTeachers = async (
  client: pg.ClientBase,
  identity: Identity,
  { from, count, codes }: { from: number; count: number; codes?: readonly (string | undefined)[] },
) => {
  const schools = readSchools();
  const ownCode = schools.find(({ name }) => name === DEMO_SCHOOL)?.code;
  const people = demoPeople(EXPERTS + from + count).slice(EXPERTS + from);
  const rows = people.map(({ idCard, subjects, ...person }, index) => ({
    ...person,
    place: index,
    subject: subjects[0]!.path.slice(0, 3).join('/'),
    schoolCode: codes
      ? codes[index % codes.length]
      : index < AT_DEMO_SCHOOL
        ? ownCode
        : schools[person.schoolIndex]?.code,
    searchText: personSearchText(person.name, person.phone),
    idHash: identity.hashOf(idCard).toString('hex'),
    idSealed: identity.seal(idCard).toString('hex'),
  }));
  await client.query(
    `with fact as (
       select nextval(pg_get_serial_sequence('sys_user', 'id')) as user_id,
         nextval(pg_get_serial_sequence('person', 'id')) as person_id, school.dept_id as school_id, person.*
       from jsonb_to_recordset($1) as person (name text, gender text, "birthDate" date, phone text, email text, "schoolCode" text,
         subject text, "searchText" text, "idHash" text, "idSealed" text, place integer)
       join school on school.code = "schoolCode"
     ), accounts as (
       insert into sys_user (id, username, nick_name, gender, phone, password_hash, must_change_password, dept_id)
       select user_id, phone, name, gender, phone, (select password_hash from sys_user where username = 'expert002'), true, school_id
       from fact
     ), roles as (
       insert into user_role (user_id, role_id) select user_id, $2 from fact
     ), persons as (
       insert into person (id, id_card_hash, id_card_sealed)
       select person_id, decode("idHash", 'hex'), decode("idSealed", 'hex') from fact
     ), teachers as (
       insert into teacher (person_id, school_id, name, gender, type, title_series, title_level, title_name, subject, phone, email,
         entry_date, search_text)
       select person_id, school_id, name, gender, 'teaching', series.value, 'associateSenior', '副教授', subject, phone, email,
         make_date(extract(year from "birthDate")::integer + 28, 9, 1), "searchText"
       from fact, dict_detail series
       where series.label = '高等学校教师' and series.dict_id = (select id from dict where name = 'title_series')
       order by place
     )
     insert into applicant (person_id, user_id, opened_by) select person_id, user_id, 'school' from fact`,
    [JSON.stringify(rows), APPLICANT_ROLE_ID],
  );
  await client.query(
    `update teacher set staff_no = extract(year from entry_date)::text || lpad((id % 10000)::text, 4, '0')
     where person_id in (select person_id from applicant)`,
  );
};

/** Teachers who may apply and have not yet, the demo account among them. */
export const findTeachers = async (client: pg.ClientBase): Promise<Teacher[]> => {
  const { rows } = await client.query<Omit<Teacher, 'subject'> & { path: string; subjectName: string }>(
    `select person.id as "personId", teacher.school_id as "schoolId", applicant.user_id as "userId", teacher.name,
       teacher.gender, teacher.phone, coalesce(teacher.email, 'name@example.edu.cn') as email,
       teacher.title_series as "titleSeries", teacher.subject as path, dept.name as school,
       extract(year from teacher.entry_date)::integer - 28 as "birthYear", id_card_sealed as sealed, id_card_hash as hash,
       case when sys_user.username in ('applicant', 'applicant2') then sys_user.username end as demo,
       coalesce((select concat_ws(' - ', d.label, s.subject_category, s.professional_category)
         from subject s join dict_detail d on d.value = s.catalog
         where s.catalog = split_part(teacher.subject, '/', 1)
           and s.professional_category_code = split_part(teacher.subject, '/', 3) limit 1), teacher.subject) as "subjectName"
     from applicant join person on person.id = applicant.person_id join teacher on teacher.person_id = person.id
     join dept on dept.id = teacher.school_id join sys_user on sys_user.id = applicant.user_id
     where not exists (select from project where project.person_id = person.id)
     order by teacher.id`,
  );
  return rows.map(({ path, subjectName, ...row }) => ({
    ...row,
    subject: { path: path.split('/').slice(0, 3), fullName: subjectName },
  }));
};

export type Insert = { cycleId: string; year: number; now: Date; files: DemoFiles };

export const insertProject = async (
  client: pg.ClientBase,
  { cycleId, now }: Insert,
  { person, form, index }: { person: Teacher; form: ProjectForm; index: number },
) => {
  const { rows } = await client.query<{ id: string }>(
    `insert into project (cycle_id, person_id, school_id, bag_no, form, subject_edition, title_series, title_level,
       title_name, kind, update_by, create_time, update_time)
     values ($1, $2, $3, $4, $5, 0, $6, $7, $8, $9, $10, $11, $11) returning id`,
    [
      cycleId,
      person.personId,
      person.schoolId,
      drawBagNo(),
      JSON.stringify(form),
      form.target.titleSeries,
      form.target.titleLevel,
      form.target.titleName,
      form.target.kind,
      person.phone,
      daysBefore(now, 28 - (index % 7)),
    ],
  );
  return rows[0]!.id;
};

const requiredFiles: { type: Certificate; name: string }[] = [
  { type: 'education', name: '博士学位证书' },
  { type: 'title', name: '副教授资格证书' },
  { type: 'teaching', name: '教学评价证明' },
  { type: 'research', name: '项目结题证书' },
];

const filesOf = ({ works }: ProjectForm, titles: readonly string[]) => [
  ...requiredFiles.map((file) => ({ ...file, entryKey: null, content: file.type })),
  ...works.works.map(({ entry }, index) => ({
    type: 'representativeWork' as const,
    name: `代表作${index + 1}全文`,
    entryKey: entry,
    content: paperName(titles[index]!),
  })),
];

const insertFiles = async (
  client: pg.ClientBase,
  { id, form, works }: Handed,
  { files: contents, now }: Insert,
) => {
  const files = filesOf(form, works).map(({ content, ...file }) => ({
    ...file,
    ...contents(content),
    pages: pagesOf(content),
  }));
  const { rows } = await client.query<{ id: string }>(
    `insert into project_material (project_id, position, type, entry_key, name, format, sha256, bytes, pages, whole, create_time)
     select $1, ordinality, type, "entryKey", name, 'pdf', sha256, bytes, pages, true, $3
     from rows from (jsonb_to_recordset($2::jsonb) as (type text, "entryKey" text, name text, sha256 text, bytes integer, pages integer))
       with ordinality as file (type, "entryKey", name, sha256, bytes, pages, ordinality) order by ordinality returning id`,
    [id, JSON.stringify(files), now],
  );
  return files.map(({ type, name, entryKey, sha256 }, index) => ({
    type,
    name,
    entryKey,
    id: Number(rows[index]!.id),
    proof: null,
    sha256,
  }));
};

type Handed = { id: string; person: Teacher; form: ProjectForm; works: readonly string[]; index: number };

export const submit = async (client: pg.ClientBase, identity: Identity, insert: Insert, handed: Handed) => {
  const { id, person, form, index } = handed;
  const at = daysBefore(insert.now, 22 - (index % 6));
  const files = await insertFiles(client, handed, insert);
  const { rows } = await client.query<{ name: string; text: string; hash: string }>(
    `select name, text.id as text, text.hash from cycle
     join commitment_text text on text.id = (cycle.commitments ->> 'applicant')::bigint where cycle.id = $1`,
    [insert.cycleId],
  );
  const idCard = identity.open(person.sealed, person.hash);
  const content = {
    cycle: { id: Number(insert.cycleId), name: rows[0]!.name, ruleVersion: 1 },
    person: {
      name: person.name,
      gender: person.gender,
      birthDate: `${idCard.slice(6, 10)}-${idCard.slice(10, 12)}-${idCard.slice(12, 14)}`,
      idCard: maskIdCard(idCard),
      schoolName: person.school,
    },
    form,
    files,
  };
  const hash = hashOfJson(content);
  await client.query(
    `with numbered as (
       insert into project_number (cycle_id, last) values ($2, 1)
       on conflict (cycle_id) do update set last = project_number.last + 1 returning last
     ), moved as (
       update project set state = 'submitted', submitted_at = $3, version = 1, update_time = $3,
         no = $4 || '-' || $2 || '-' || lpad(last::text, 4, '0')
       from numbered where project.id = $1
     ), frozen as (
       insert into project_snapshot (project_id, round, content, hash, rule_version, create_time)
       values ($1, 1, $5, $6, 1, $3)
     ), signed as (
       insert into commitment_signature (text_id, text_hash, user_id, name, project_id, ip, signed_at)
       values ($7, $8, $9, $10, $1, '127.0.0.1', $3)
     )
     insert into state_event (entity, entity_id, event, from_state, to_state, actor_id, at)
     values ('project', $1, 'submit', 'draft', 'submitted', $9, $3)`,
    [
      id,
      insert.cycleId,
      at,
      String(insert.year),
      JSON.stringify(content),
      hash,
      rows[0]!.text,
      rows[0]!.hash,
      person.userId,
      person.name,
    ],
  );
};

/** Projects in the open cycle: the one of the demo account half filled, the others submitted, some still drafts. */
export const loadProjects = async (
  client: pg.ClientBase,
  { identity, files, now }: { identity: Identity; files: DemoFiles; now: Date },
) => {
  const random = seededRandom(SEED);
  const { rows } = await client.query<{ id: string; year: number }>(
    `select id, year from cycle where state = 'applying'`,
  );
  const [cycle] = rows;
  if (!cycle) return;
  await insertTeachers(client, identity, { from: 0, count: APPLICANTS });
  const insert: Insert = { cycleId: cycle.id, year: cycle.year, now, files };
  const handedIn: HandedIn[] = [];
  const experts = await findFarExperts(client, DEMO_SCHOOL);
  const people = await findTeachers(client);
  for (const [index, person] of people.filter(({ demo }) => demo !== 'applicant2').entries()) {
    const isInWork = person.demo !== null || index % 6 === 5;
    const works = plainWorks(index);
    const form = (isInWork ? halfForm : wholeForm)(random, person, { year: cycle.year, works });
    if (index === EXCEPTIONAL) {
      form.target.kind = 'exceptional';
      form.target.reason = '主持国家重点研发计划项目，成果获省部级一等奖，按破格条件申报。';
    }
    tieForm(form, person, experts[index % experts.length]!, index);
    const id = await insertProject(client, insert, { person, form, index });
    if (isInWork) continue;
    await submit(client, identity, insert, { id, person, form, works, index });
    const { schoolId, school, name } = person;
    handedIn.push({ id, cycleId: cycle.id, schoolId, school, name, form });
  }
  for (const person of people.filter(({ demo }) => demo === 'applicant2')) {
    const works = plainWorks(RETURNED);
    const form = wholeForm(random, person, { year: cycle.year, works });
    const id = await insertProject(client, insert, { person, form, index: RETURNED });
    await submit(client, identity, insert, { id, person, form, works, index: RETURNED });
    await sendBack(client, id, now);
  }
  const isOwn = ({ school }: HandedIn) => school === DEMO_SCHOOL;
  await loadTies(client, { experts, applicant: handedIn[0]!, now });
  await loadSteps(client, {
    own: handedIn.filter(isOwn),
    others: handedIn.filter((one) => !isOwn(one)),
    now,
  });
};
