import type pg from 'pg';
import { blindForm } from '@zhiping/shared/rules/opinion/form.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import type { PairParts } from '@zhiping/shared/rules/assignment/pair-parts.ts';
import { standardPlan } from '@zhiping/shared/rules/draw/plan.ts';
import { seedText } from '@zhiping/shared/rules/draw/record.ts';
import { countAvoided } from '@zhiping/shared/rules/assignment/exclusion.ts';
import { computeDraw } from '@zhiping/shared/rules/draw/run-draw.ts';
import { sha256 } from '../platform/hash.ts';
import { computeConflictsOf } from '../modules/conflict/follow-changes.ts';
import { collectRoster } from '../modules/assignment/roster.queries.ts';
import { dayOf, daysAfter, daysBefore } from '../platform/clock.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Identity } from '../platform/identity.ts';
import { loadCopies } from './copies.ts';
import { dbOf } from './database.ts';
import type { DemoFiles } from './demo-files.ts';
import { wholeForm } from './forms.ts';
import { loadOpinions } from './opinions.ts';
import { decide, move } from './project-steps.ts';
import {
  findTeachers,
  type Insert,
  insertProject,
  insertTeachers,
  submit,
  type Teacher,
} from './projects.ts';
import {
  APPLICANTS,
  bylines,
  codesOf,
  doubtfulWorks,
  FOR_DEMO_EXPERT,
  LAW_COLLEGE,
  lawWorks,
  plainWorks,
  reviewedSchools,
} from './papers.ts';
import { seededRandom } from './random.ts';

const SEED = 20_261_124;
const FILES = 48;
/** Found eligible after the draw: they wait for another one. */
const LATER_FILES = 3;
/** People of the demo before those of last year. */
export const REVIEWED = FILES + LATER_FILES;
const DAYS_SINCE_RELEASE = 9;
const DAYS_SINCE_COPIES = 20;

export type Demo = { identity: Identity; files: DemoFiles; now: Date };

type Cycle = { id: string; year: number };
type Filed = { cycle: Cycle; from: number; count: number; worksOf: (index: number) => string[] };

const worksInReview = (index: number) => {
  if (index < FOR_DEMO_EXPERT) return lawWorks(index);
  return index < FILES ? plainWorks(index) : doubtfulWorks(index);
};

/** Projects submitted, reported and found eligible weeks ago. */
export const loadFiles = async (
  client: pg.ClientBase,
  { identity, files, now }: Demo,
  { cycle, from, count, worksOf }: Filed,
) => {
  const random = seededRandom(SEED + from);
  await insertTeachers(client, identity, {
    from: APPLICANTS + from,
    count,
    codes: codesOf(reviewedSchools),
  });
  const { rows: demo } = await client.query<{ path: string[]; fullName: string }>(
    `select expert_subject.path, concat_ws(' - ', d.label, s.subject_category, s.professional_category) as "fullName"
     from expert join sys_user on sys_user.id = user_id join expert_subject on expert_id = expert.id and rank = 1
     join subject s on s.catalog = path[1] and s.professional_category_code = path[3]
     join dict_detail d on d.value = s.catalog
     where username = 'expert001' limit 1`,
  );
  const past = daysBefore(now, 60);
  const insert: Insert = { cycleId: cycle.id, year: cycle.year, now: past, files };
  const authors = bylines();
  const ids: string[] = [];
  for (const [index, teacher] of (await findTeachers(client)).entries()) {
    const isForDemo = from + index < FOR_DEMO_EXPERT;
    const subject = isForDemo && demo[0] ? demo[0] : teacher.subject;
    const person: Teacher = { ...teacher, subject: { ...subject, path: subject.path.slice(0, 3) } };
    const works = worksOf(from + index);
    const form = wholeForm(random, person, { year: cycle.year, works });
    // The expert of the demo is an associate professor, and reviews no higher level.
    if (isForDemo) {
      Object.assign(form.target, { titleLevel: 'associateSenior', titleName: '副教授' });
      Object.assign(form.basic, { presentLevel: 'middle', presentName: '讲师', department: LAW_COLLEGE });
      const { author, coauthor, unit } = authors[index]!;
      form.research.papers[0]!.authors = `${author}，${coauthor}（${unit}）`;
    }
    const id = await insertProject(client, insert, { person, form, index });
    await submit(client, identity, insert, { id, person, form, works, index });
    const at = (days: number) => daysBefore(now, days).toISOString();
    await move(client, id, {
      event: 'recommend',
      from: 'submitted',
      to: 'unitPublicity',
      by: 'school',
      at: at(58),
    });
    await move(client, id, {
      event: 'report',
      from: 'unitPublicity',
      to: 'reported',
      by: 'school',
      at: at(50),
    });
    await decide(client, { id }, { verdict: 'eligible', now: daysBefore(now, 42) });
    ids.push(id);
  }
  return ids;
};

type Step = [event: string, from: string, to: string, by: string | null];

const noteSteps = async (client: pg.ClientBase, id: string, steps: readonly Step[], at: Date) => {
  for (const [event, from, to, by] of steps)
    await client.query(
      `insert into state_event (entity, entity_id, event, from_state, to_state, actor_id, at)
       values ('draw', $1, $2, $3, $4, (select id from sys_user where username = $5), $6)`,
      [id, event, from, to, by, at],
    );
};

/** State after a draw up to its result: every step, and a record that can be verified. */
const loadDraw = async (client: pg.ClientBase, cycleId: string, at: Date) => {
  const roster = await collectRoster(dbOf(client), { cycleId: Number(cycleId), plan: standardPlan, at });
  const text = canonicalJson(roster);
  const rosterHash = sha256(text);
  const [officeSecret, supervisorSecret] = [sha256('评审办的随机数'), sha256('监督员的随机数')];
  const nonce = sha256('系统的随机数');
  const seed = sha256(
    seedText({ officeSecret, supervisorSecret, rosterHash, cycleId: Number(cycleId), nonce }),
  );
  const computed = computeDraw(roster, seed);
  if ('problem' in computed) throw new Error(computed.problem);
  const result = canonicalJson(computed.result);
  // Values that the computation would have stored beside it.
  const answer = {
    shortages: computed.shortages(),
    avoided: countAvoided({ ...roster, params: { ...roster.params, seed } }),
  };
  const { rows } = await client.query<{ id: string }>(
    `insert into draw (cycle_id, no, plan, state, office_commit, office_by, office_secret, supervisor_commit, supervisor_by,
       supervisor_secret, roster, roster_hash, seed, result, result_hash, create_by, create_time, nonce, nonce_hash)
     values ($1, 1, $2, 'released', $3, (select id from sys_user where username = 'office'), $4, $5,
       (select id from sys_user where username = 'supervisor'), $6, $7, $8, $9, $10, $11, 'office', $12, $13, $14) returning id`,
    [
      cycleId,
      JSON.stringify(standardPlan),
      sha256(officeSecret),
      officeSecret,
      sha256(supervisorSecret),
      supervisorSecret,
      text,
      rosterHash,
      seed,
      result,
      sha256(result),
      at,
      nonce,
      sha256(nonce),
    ],
  );
  const id = rows[0]!.id;
  await client.query(`insert into draw_run (draw_id, kind, task_id, answer) values ($1, 'compute', 0, $2)`, [
    id,
    JSON.stringify(answer),
  ]);
  const steps: Step[] = [
    ['commit', 'planned', 'planned', 'office'],
    ['commit', 'planned', 'planned', 'supervisor'],
    ['freeze', 'planned', 'frozen', 'office'],
    ['open', 'frozen', 'frozen', 'supervisor'],
    ['open', 'frozen', 'frozen', 'office'],
    ['compute', 'frozen', 'drawn', null],
  ];
  await noteSteps(client, id, steps, at);
  return { id, pairs: computed.result.pairs };
};

const insertAssignments = (
  client: pg.ClientBase,
  {
    cycleId,
    drawId,
    pairs,
    at,
  }: {
    cycleId: string;
    drawId: string;
    pairs: readonly { file: number; expert: number; parts: PairParts }[];
    at: Date;
  },
) =>
  client.query(
    `insert into assignment (cycle_id, project_id, expert_id, draw_id, slot, state, parts, released_at, due_at, create_time)
     select $1, file, expert, $2, row_number() over (partition by file order by place), 'released', parts, $4,
       (select review_closes_at from cycle where id = $1), $4
     from rows from (jsonb_to_recordset($3::jsonb) as (file bigint, expert bigint, parts jsonb))
       with ordinality as pair (file, expert, parts, place)`,
    [cycleId, drawId, JSON.stringify(pairs), at],
  );

/** The office puts the expert of the demo in the first place of these files, as it may before a draw is released. */
const assignDemoExpert = (client: pg.ClientBase, ids: readonly string[]) =>
  client.query(
    `with demo as (
       select expert.id from expert join sys_user on sys_user.id = user_id where username = 'expert001'
     ), dropped as (
       update assignment set state = 'dropped', ended_reason = '由熟悉该方向的专家评审'
       where project_id = any($1::bigint[]) and slot = 1 and expert_id <> (select id from demo)
         and not exists (select from assignment own where own.project_id = assignment.project_id
           and own.expert_id = (select id from demo))
       returning *
     )
     insert into assignment (cycle_id, project_id, expert_id, draw_id, slot, state, parts, by_hand, replaces_id, released_at,
       due_at, create_time)
     select cycle_id, project_id, demo.id, draw_id, slot, 'released', parts, ended_reason, dropped.id, released_at, due_at, create_time
     from dropped, demo where not has_blocking_conflict(project_id, demo.id)`,
    [ids],
  );

/** Records the office's manual choices as steps of the draw. */
const recordChanges = async (client: pg.ClientBase, drawId: string, at: Date) => {
  const { rowCount } = await client.query(
    `with held as (
       select id, project_id, slot, by_hand, replaces_id, create_time,
         jsonb_build_object('expert', expert_id, 'parts', parts, 'byHand', by_hand, 'isFixed', by_hand is not null) as one
       from assignment where draw_id = $1
     )
     insert into draw_step (draw_id, no, kind, changes, reason, actor_id, at)
     select $1, row_number() over (order by came.id), 'change',
       jsonb_build_array(jsonb_build_object('file', came.project_id, 'slot', came.slot, 'out', gone.one, 'in', came.one)),
       came.by_hand, (select id from sys_user where username = 'office'), $2
     from held as came left join held as gone on gone.id = came.replaces_id
     where came.by_hand is not null`,
    [drawId, at],
  );
  const adjusted: Step = ['adjust', 'drawn', 'drawn', 'office'];
  await noteSteps(
    client,
    drawId,
    Array.from({ length: rowCount ?? 0 }, () => adjusted),
    at,
  );
};

type Sent = {
  cycle: Cycle;
  ids: readonly string[];
  at: Date;
  /** The office's changes of the result before its release. */
  adjust?: () => Promise<unknown>;
};

/** Draw experts for these files, before a supervisor, and send them out. */
export const sendOut = async (client: pg.ClientBase, { cycle, ids, at, adjust }: Sent) => {
  const { id: drawId, pairs } = await loadDraw(client, cycle.id, at);
  await insertAssignments(client, { cycleId: cycle.id, drawId, pairs, at });
  await adjust?.();
  await recordChanges(client, drawId, at);
  await noteSteps(client, drawId, [['release', 'drawn', 'released', 'office']], at);
  for (const id of ids)
    await move(client, id, {
      event: 'sendOut',
      from: 'eligible',
      to: 'inExternalReview',
      by: 'office',
      at: at.toISOString(),
    });
};

export const findCycle = async (client: pg.ClientBase, state: string): Promise<Cycle | undefined> => {
  const { rows } = await client.query<Cycle>(`select id, year from cycle where state = $1`, [state]);
  return rows[0];
};

const PLACES = 3;

/** Files with fewer experts than places. */
const findLacking = async (client: pg.ClientBase, ids: readonly string[]) => {
  const { rows } = await client.query<{ id: string }>(
    `select project_id as id from assignment where project_id = any($1::bigint[]) and state <> 'dropped'
     group by project_id having count(*) < $2 order by project_id`,
    [ids, PLACES],
  );
  return rows.map(({ id }) => id);
};

/** Fills places without an expert with the allowed expert of the pool who has the fewest projects. */
export const fillPlaces = async (client: pg.ClientBase, ids: readonly string[]) => {
  for (const id of await findLacking(client, ids))
    await client.query(
      `with held as (
         select * from assignment where project_id = $1 and state <> 'dropped'
       ), free as (
         select slot, row_number() over (order by slot) as place
         from generate_series(1, $2::integer) as slot where slot not in (select slot from held)
       ), able as (
         select expert.id, row_number() over (order by (select count(*) from assignment other
             where other.expert_id = expert.id and other.cycle_id = project.cycle_id), expert.id) as place
         from expert join project on project.id = $1
         where accepted_at is not null and confirmed_at is not null and enabled and expert.title_level = 'fullSenior'
           and expert.title_series = project.title_series and expert.school_id is distinct from project.school_id
           and expert.id not in (select expert_id from held) and not has_blocking_conflict(project.id, expert.id)
       )
       insert into assignment (cycle_id, project_id, expert_id, draw_id, slot, state, parts, by_hand, released_at, due_at, create_time)
       select one.cycle_id, $1, able.id, one.draw_id, free.slot, 'released', one.parts, '抽取时人数不足，由相近学科的专家评审',
         one.released_at, one.due_at, one.create_time
       from free join able using (place), (select * from held order by slot limit 1) as one`,
      [id, PLACES],
    );
};

/** A cycle in review: files of twelve schools with three experts each, and opinions in every state. */
export const loadReview = async (client: pg.ClientBase, demo: Demo): Promise<void> => {
  const cycle = await findCycle(client, 'reviewing');
  if (!cycle) return;
  const ids = await loadFiles(client, demo, { cycle, from: 0, count: FILES, worksOf: worksInReview });
  const at = daysBefore(demo.now, DAYS_SINCE_RELEASE);
  // Known before the draw, as the product demands: what comes up later would halt the file of an expert.
  await computeConflictsOf(dbOf(client) as Tx, ids.map(Number), demo.now);
  const adjust = async () => {
    await assignDemoExpert(client, ids.slice(0, FOR_DEMO_EXPERT));
    await fillPlaces(client, ids);
  };
  await sendOut(client, { cycle, ids, at, adjust });
  await loadFiles(client, demo, { cycle, from: FILES, count: LATER_FILES, worksOf: worksInReview });
  await loadCopies(client, { cycleId: cycle.id, ...demo, at: daysBefore(demo.now, DAYS_SINCE_COPIES) });
  await loadOpinions(client, {
    cycleId: cycle.id,
    form: blindForm,
    at,
    now: demo.now,
    lateSince: dayOf(daysAfter(at, 7)),
  });
};
