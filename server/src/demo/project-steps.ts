import type pg from 'pg';
import { eligibilityItems } from '@zhiping/shared/rules/project/eligibility.ts';
import { materialPath } from '@zhiping/shared/rules/project-form/places.ts';
import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import type { ProjectState } from '@zhiping/shared/rules/project/states.ts';
import { type PublicisedPerson, publicityNotice } from '@zhiping/shared/rules/publicity/notice.ts';
import { stepByStep } from '@zhiping/shared/rules/review-rule/step-by-step.ts';
import { yearsInTitle } from '@zhiping/shared/rules/review-rule/years-in-title.ts';
import {
  addWorkingDays,
  dayAfter,
  endOfDay,
  endOfPeriod,
  type SpecialDays,
} from '@zhiping/shared/rules/holiday/working-days.ts';
import { publicYear } from '../modules/holiday/public-holidays.ts';
import { dayOf, daysBefore } from '../platform/clock.ts';
import { DEMO_BODY, DEMO_COLLEGE, DEMO_SCHOOL } from './accounts.ts';

const WORKING_DAYS = 5;
const calendar: SpecialDays = (day) => publicYear(Number(day.slice(0, 4))).days.get(day)?.kind;

/** The last publicity that is over today. */
const lastPeriod = (now: Date): { startsOn: string; endsOn: string } => {
  for (let startsOn = dayAfter(dayOf(now), -WORKING_DAYS); ; startsOn = dayAfter(startsOn, -1)) {
    const endsOn = endOfPeriod(startsOn, WORKING_DAYS, calendar);
    if (endsOn < dayOf(now)) return { startsOn, endsOn };
  }
};

export type HandedIn = {
  id: string;
  cycleId: string;
  schoolId: string;
  school: string;
  name: string;
  form: ProjectForm;
};

const morning = (day: string) => `${day} 09:30:00+08`;
const evening = (day: string) => `${day} 20:00:00+08`;

type Event = { event: string; from: ProjectState; to: ProjectState; by: string; at: string; note?: string };

export const move = (client: pg.ClientBase, id: string, { event, from, to, by, at, note = '' }: Event) =>
  client.query(
    `with moved as (
       update project set state = $4, version = version + 1, update_by = $5, update_time = $6 where id = $1
     )
     insert into state_event (entity, entity_id, event, from_state, to_state, actor_id, at, note)
     values ('project', $1, $2, $3, $4, (select id from sys_user where username = $5), $6, nullif($7, ''))`,
    [id, event, from, to, by, at, note],
  );

/** The department votes, the school recommends. */
const recommend = async (client: pg.ClientBase, { id }: HandedIn, day: string) => {
  await client.query(
    `insert into project_recommendation (project_id, round, expected, present, held_on, place, in_favour, against, abstain, opinion, recommended_by, recommended_at)
     values ($1, 1, 13, 11, $2::timestamptz::date, '行政楼 301 会议室', 10, 0, 1, '教学科研业绩突出，同意推荐。',
       (select id from sys_user where username = 'school'), $2)`,
    [id, morning(day)],
  );
  await move(client, id, {
    event: 'recommend',
    from: 'submitted',
    to: 'unitPublicity',
    by: 'school',
    at: morning(day),
  });
};

/** A notice that is over. */
const publicise = async (client: pg.ClientBase, some: readonly HandedIn[], now: Date) => {
  const { startsOn, endsOn } = lastPeriod(now);
  const [first] = some;
  if (!first) return;
  const { rows } = await client.query<{ name: string }>('select name from cycle where id = $1', [
    first.cycleId,
  ]);
  const people = some.map(({ id, name, form: { basic, target } }): PublicisedPerson => ({
    projectId: Number(id),
    name,
    department: basic.department ?? '',
    presentTitle: basic.presentName ?? '',
    titleName: target.titleName ?? '',
    subject: target.subjects?.map(({ fullName }) => fullName).join('；') ?? '',
  }));
  const [place, contact] = ['学校公告栏', '人事处 010-62750000'];
  const notice = publicityNotice({
    schoolName: first.school,
    cycleName: rows[0]!.name,
    startsOn,
    endsOn,
    workingDays: WORKING_DAYS,
    place,
    contact,
  });
  await client.query(
    `with notice as (
       insert into unit_publicity (cycle_id, school_id, starts_on, ends_on, working_days, place, contact, notice, people, create_by, create_time)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'school', $10) returning id
     )
     insert into unit_publicity_project (publicity_id, project_id, round)
     select notice.id, unnest($11::bigint[]), 1 from notice`,
    [
      first.cycleId,
      first.schoolId,
      startsOn,
      endsOn,
      WORKING_DAYS,
      place,
      contact,
      notice,
      JSON.stringify(people),
      morning(startsOn),
      some.map(({ id }) => id),
    ],
  );
};

const report = async (client: pg.ClientBase, one: HandedIn, now: Date) => {
  const { startsOn, endsOn } = lastPeriod(now);
  await recommend(client, one, dayAfter(startsOn, -1));
  await publicise(client, [one], now);
  await move(client, one.id, {
    event: 'report',
    from: 'unitPublicity',
    to: 'reported',
    by: 'school',
    at: evening(endsOn),
  });
};

/** The school sends it back, with what is to be mended at a field, a section and a file. */
export const sendBack = async (client: pg.ClientBase, id: string, now: Date) => {
  const reason = '请按标注修改后重新提交，注意不要错过申报截止时间。';
  const { rows } = await client.query<{ id: string }>(
    `select id from project_material where project_id = $1 and type = 'teaching'`,
    [id],
  );
  const reasons = [
    { path: 'basic.position', message: '现任职务请写到教研室，与聘书一致' },
    { path: 'teaching', message: '请补充上一学年的课程，近五年每学年至少一门' },
    { path: materialPath(Number(rows[0]!.id)), message: '缺少教务部门的公章，请重新扫描上传' },
  ];
  const at = daysBefore(now, 2);
  await client.query(
    `insert into project_return (project_id, round, kind, reason, reasons, returned_by, returned_at)
     values ($1, 1, 'return', $2, $3, (select id from sys_user where username = 'school'), $4)`,
    [id, reason, JSON.stringify(reasons), at],
  );
  await move(client, id, {
    event: 'return',
    from: 'submitted',
    to: 'returned',
    by: 'school',
    at: at.toISOString(),
    note: reason,
  });
};

/** The office asks for what is missing. */
const askForMore = async (client: pg.ClientBase, { id }: HandedIn, now: Date) => {
  const reason = '请补充教学评价证明的原件扫描件。';
  await client.query(
    `insert into project_return (project_id, round, kind, due_at, reason, reasons, returned_by, returned_at)
     values ($1, 1, 'supplement', $2, $3, $4, (select id from sys_user where username = 'office'), $5)`,
    [
      id,
      endOfDay(addWorkingDays(dayOf(now), WORKING_DAYS, calendar)),
      reason,
      JSON.stringify([{ path: 'attachments', message: '教学评价证明须加盖公章' }]),
      now,
    ],
  );
  await move(client, id, {
    event: 'supplement',
    from: 'reported',
    to: 'supplementing',
    by: 'office',
    at: now.toISOString(),
    note: reason,
  });
};

export const decide = async (
  client: pg.ClientBase,
  { id }: Pick<HandedIn, 'id'>,
  { verdict, now }: { verdict: 'eligible' | 'ineligible'; now: Date },
) => {
  const isEligible = verdict === 'eligible';
  const opinion = isEligible ? '经审查，符合本批次申报条件。' : '经审查，不符合本批次申报条件。';
  const judged = [stepByStep, yearsInTitle].map(({ code, title }) => ({
    code,
    title,
    level: 'ok' as const,
    section: 'basic' as const,
    message: title,
  }));
  const items = eligibilityItems(judged).map((item) => {
    const isMet = isEligible || item.code !== yearsInTitle.code;
    return { ...item, isMet, remark: isMet ? null : '聘任时间以聘书为准，未满规定年限' };
  });
  await client.query(
    `insert into eligibility_check (project_id, round, step, verdict, opinion, items, rule_version, decided_by, decided_at)
     values ($1, 1, 'decided', $2, $3, $4, 1, (select id from sys_user where username = 'office'), $5)`,
    [id, verdict, opinion, JSON.stringify(items), now],
  );
  await move(client, id, {
    event: isEligible ? 'accept' : 'refuse',
    from: 'reported',
    to: verdict,
    by: 'office',
    at: now.toISOString(),
    note: opinion,
  });
};

/** States of the projects of other schools, in turn. */
const further = [
  'reported',
  'reported',
  'supplementing',
  'eligible',
  'eligible',
  'ineligible',
  'reported',
  'atBody',
  'atBody',
] as const;

/** One who works at a college of the demo school, which checks first. */
const placeInCollege = (client: pg.ClientBase, { id }: HandedIn) =>
  client.query(
    `with college as (
       select dept.id, dept.pid from dept join dept school on school.id = dept.pid where dept.name = $2 and school.name = $3
     ), moved as (
       update project set school_id = college.id, check_step = 'college' from college where project.id = $1
     )
     update teacher set school_id = college.id from college, project
     where project.id = $1 and teacher.person_id = project.person_id and teacher.school_id = college.pid`,
    [id, DEMO_COLLEGE, DEMO_SCHOOL],
  );

/** Reported projects wait for the supervising body of their school. */
const waitForBody = (client: pg.ClientBase, { id, schoolId }: HandedIn) =>
  client.query(
    `with supervised as (
       update school set body_id = (select id from dept where name = $3) where dept_id = $2
     )
     update project set check_step = 'body' where id = $1`,
    [id, schoolId, DEMO_BODY],
  );

/**
 * Steps after handing in: of the demo school two wait for their college, two are recommended and of two the publicity is over, so that there is something to do for
 * its officer; of the others some that the office or a supervising body looks at.
 */
export const loadSteps = async (
  client: pg.ClientBase,
  { own, others, now }: { own: readonly HandedIn[]; others: readonly HandedIn[]; now: Date },
) => {
  const { startsOn } = lastPeriod(now);
  for (const one of own.slice(-4)) await recommend(client, one, dayAfter(startsOn, -1));
  await publicise(client, own.slice(-2), now);
  for (const one of own.slice(-6, -4)) await placeInCollege(client, one);
  for (const [index, one] of others.slice(0, further.length).entries()) {
    const state = further[index]!;
    await report(client, one, now);
    if (state === 'atBody') await waitForBody(client, one);
    if (state === 'supplementing') await askForMore(client, one, now);
    if (state === 'eligible' || state === 'ineligible') await decide(client, one, { verdict: state, now });
  }
};
