import type pg from 'pg';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID, OTHER_UNITS_PID } from '@zhiping/shared/constants.ts';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { readSchools, type SchoolFact } from '../facts/read-facts.ts';
import { hashPassword } from '../platform/auth/passwords.ts';
import { personSearchText } from '../modules/person/search-words.ts';
import type { Identity } from '../platform/identity.ts';
import { searchTextOf } from '../platform/pinyin.ts';
import { DEMO_BODY, DEMO_SCHOOL, demoAccounts, type DemoAccount } from './accounts.ts';
import { loadArticles } from './load-articles.ts';
import { loadCycles } from './cycles.ts';
import { demoPeople, EXPERTS } from './people.ts';
import { recordLoaded } from '../modules/record-check/record-loaded.ts';
import { loadLastYear } from './last-year.ts';
import { loadReview } from './review.ts';
import type { DemoFiles } from './demo-files.ts';
import { loadProjects } from './projects.ts';
import { CENTRE_DEPT_ID } from '../built-in/organisation.ts';
import { daysBefore, systemClock } from '../platform/clock.ts';

type Passwords = { admin: string; demo: string; initial: string };

/**
 * Fills an empty database with an invented office: accounts of every role, 300 experts, teachers, units, articles,
 * review cycles and projects.
 */
export const loadDemo = async (
  client: pg.ClientBase,
  passwords: Passwords,
  { identity, files }: { identity: Identity; files: DemoFiles },
) => {
  const [admin, demo, initial] = await Promise.all([
    hashPassword(passwords.admin),
    hashPassword(passwords.demo),
    hashPassword(passwords.initial),
  ]);
  const hashes = { admin, demo, initial };
  await loadUnits(client);
  await loadBody(client);
  for (const account of demoAccounts) await loadAccount(client, account, hashes);
  await loadExperts(client, hashes, identity);
  await loadTeachers(client);
  for (const one of demoApplicants) await loadApplicant(client, identity, one);
  await client.query('update sys_user set proven_phone = phone where not must_change_password');
  const now = systemClock.now();
  await loadArticles(client, { files, now });
  await loadCycles(client, now);
  await loadProjects(client, { identity, files, now });
  await loadLastYear(client, { identity, files, now });
  await loadReview(client, { identity, files, now });
  await recordLoaded(client);
};

const units: { pid: string; names: string[] }[] = [
  { pid: `${OTHER_UNITS_PID}`, names: ['教育科学研究院', '教育考试院', '数字教育中心'] },
  { pid: DEMO_SCHOOL, names: ['数学科学学院', '化学与分子工程学院', '外国语学院'] },
];

const loadUnits = async (client: pg.ClientBase) => {
  for (const { pid, names } of units)
    for (const [index, name] of names.entries())
      await client.query(
        `with added as (
           insert into dept (pid, name, sort, search_text)
           select id, $2, $3, $4 from dept where id::text = $1 or name = $1 returning id
         ) insert into school (dept_id) select id from added`,
        [pid, name, index + 1, searchTextOf(name)],
      );
};

/** Outside of the register of schools: members of the body only have what schools report. */
const loadBody = (client: pg.ClientBase) =>
  client.query(
    `with body as (insert into dept (pid, name, sort, search_text) values ($1, $2, 5, $3) returning id)
     update school set body_id = body.id from body, dept where dept.id = dept_id and dept.name = $4`,
    [CENTRE_DEPT_ID, DEMO_BODY, searchTextOf(DEMO_BODY), DEMO_SCHOOL],
  );

type Hashes = Record<keyof Passwords, string>;

const loadAccount = async (client: pg.ClientBase, account: DemoAccount, hashes: Hashes) => {
  await client.query(
    `with added as (
       insert into sys_user (username, nick_name, gender, phone, email, password_hash, must_change_password, dept_id)
       select $1, $2, $3, $4, $5, $6, false, dept.id from dept where id::text = $7 or name = $7 returning id
     ) insert into user_role (user_id, role_id) select id, $8 from added`,
    [
      account.username,
      account.nickName,
      account.gender,
      account.phone,
      `${account.username}@example.edu.cn`,
      account.username === 'admin' ? hashes.admin : hashes.demo,
      account.dept,
      account.roleId,
    ],
  );
};

/** The first three experts stand for the three states of an expert account: ready, before first login, unconfirmed. */
const stateOf = (index: number, confirmed: boolean) => {
  if (index === 0) return { confirmed: true, changed: true };
  if (index === 1) return { confirmed: false, changed: false };
  if (index === 2) return { confirmed: false, changed: true };
  return { confirmed, changed: confirmed };
};

/** Some of the later ones work at the school whose title officer has an account; the last of them are only proposed. */
const placeOf = (index: number, school: SchoolFact | undefined) => {
  const isOwn = index > 60 && index % 11 === 0 && school?.level === '本科';
  return { isOwn, proposed: isOwn && index > 240 };
};

const loadExperts = async (client: pg.ClientBase, hashes: Hashes, identity: Identity) => {
  const schools = readSchools();
  const ownCode = schools.find(({ name }) => name === DEMO_SCHOOL)?.code;
  const rows = demoPeople(EXPERTS).map(({ idCard, ...person }, index) => {
    const school = schools[person.schoolIndex];
    const { isOwn, proposed } = placeOf(index, school);
    const { confirmed, changed } = stateOf(index, person.confirmed && !proposed);
    return {
      ...person,
      confirmed,
      changed,
      username: `expert${String(index + 1).padStart(3, '0')}`,
      hash: changed ? hashes.demo : hashes.initial,
      proposed,
      schoolCode: isOwn ? ownCode : school?.code,
      searchText: personSearchText(person.name, person.phone),
      idHash: identity.hashOf(idCard).toString('hex'),
      idSealed: identity.seal(idCard).toString('hex'),
    };
  });
  await client.query(
    `with fact as (
       select nextval(pg_get_serial_sequence('sys_user', 'id')) as user_id,
         nextval(pg_get_serial_sequence('expert', 'id')) as expert_id,
         nextval(pg_get_serial_sequence('person', 'id')) as person_id, person.*
       from jsonb_to_recordset($1) as person (username text, hash text, proposed boolean, changed boolean, confirmed boolean, name text,
         gender text, "birthDate" date, phone text, email text, "schoolCode" text, department text, "titleSeries" text,
         "titleLevel" text, "titleName" text, "searchText" text, "idHash" text, "idSealed" text, subjects jsonb)
     ), accounts as (
       insert into sys_user (id, username, nick_name, gender, phone, email, password_hash, must_change_password, dept_id,
         enabled)
       select user_id, username, name, gender, phone, email, hash, not changed, $2, not proposed from fact
     ), roles as (
       insert into user_role (user_id, role_id) select user_id, $3 from fact
     ), persons as (
       insert into person (id, id_card_hash, id_card_sealed)
       select person_id, decode("idHash", 'hex'), decode("idSealed", 'hex') from fact
     ), experts as (
       insert into expert (id, user_id, person_id, name, gender, birth_date, title_series, title_level, title_name, school_id,
         department, phone, email, confirmed_at, term_start, term_ends_at, enabled, accepted_at, search_text)
       select expert_id, user_id, person_id, fact.name, gender, "birthDate", series.value, level.value, "titleName", school.dept_id,
         fact.department, phone, email,
         case when confirmed then $4::timestamptz - interval '30 days' end,
         case when confirmed then ($4::timestamptz at time zone 'Asia/Shanghai')::date - 30 end,
         case when confirmed then (($4::timestamptz at time zone 'Asia/Shanghai')::date - 30 + interval '3 years' - interval '1 day')::date end,
         not proposed, case when not proposed then $4 end, "searchText"
       from fact
       left join school on school.code = "schoolCode"
       left join dict_detail series on series.label = "titleSeries" and series.dict_id = (select id from dict where name = 'title_series')
       left join dict_detail level on level.label = "titleLevel" and level.dict_id = (select id from dict where name = 'title_level')
     )
     insert into expert_subject (expert_id, rank, path, keywords)
     select expert_id, position,
       array(select jsonb_array_elements_text(subject -> 'path')), array(select jsonb_array_elements_text(subject -> 'keywords'))
     from fact, jsonb_array_elements(subjects) with ordinality as listed (subject, position)`,
    [JSON.stringify(rows), EXPERT_DEPT_ID, EXPERT_ROLE_ID, systemClock.now()],
  );
};

/** Every other expert is a teacher too: one person with two roles. */
const loadTeachers = (client: pg.ClientBase) =>
  client.query(
    `insert into teacher (person_id, school_id, name, gender, type, title_series, title_level, title_name, subject, phone,
       email, entry_date, search_text)
     select person_id, school_id, name, gender, 'teaching', title_series, title_level, title_name,
       (select array_to_string(path, '/') from expert_subject where expert_id = expert.id and rank = 1), phone, email,
       make_date(extract(year from birth_date)::integer + 28, 9, 1), search_text
     from expert where id % 2 = 0 and accepted_at is not null and school_id is not null and person_id is not null
     order by id`,
  );

/** The teachers whose accounts are those of the demo's applicants; their numbers are invented, and lack the check character. */
const demoApplicants = [
  { username: 'applicant', first17: '11010819880512042', subject: 'graduate/08/0812', since: '2016-09-01' },
  { username: 'applicant2', first17: '11010819840917073', subject: 'graduate/07/0701', since: '2012-07-01' },
];

const loadApplicant = async (
  client: pg.ClientBase,
  identity: Identity,
  { username, first17, subject, since }: (typeof demoApplicants)[number],
) => {
  const idCard = first17 + checkCharacter(first17);
  const account = demoAccounts.find((one) => one.username === username)!;
  await client.query(
    `with known as (
       insert into person (id_card_hash, id_card_sealed) values ($1, $2) returning id
     ), account as (select id, nick_name, gender, phone, email, dept_id from sys_user where username = $5
     ), taught as (
       insert into teacher (person_id, school_id, name, gender, type, title_series, title_level, title_name, subject, phone,
         email, entry_date, search_text)
       select known.id, dept_id, nick_name, account.gender, 'teaching', series.value, 'associateSenior', '副教授',
         $6, phone, email, $7, $3
       from known, account, dict_detail series
       where series.label = '高等学校教师' and series.dict_id = (select id from dict where name = 'title_series')
     )
     insert into applicant (person_id, user_id, opened_by, used_at)
     select known.id, account.id, 'school', $4 from known, account`,
    [
      identity.hashOf(idCard),
      identity.seal(idCard),
      personSearchText(account.nickName, account.phone),
      daysBefore(systemClock.now(), 5),
      username,
      subject,
      since,
    ],
  );
};
