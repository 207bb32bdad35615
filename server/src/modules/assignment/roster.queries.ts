import { formerStates } from '@zhiping/shared/rules/assignment/states.ts';
import { sql } from 'kysely';
import {
  DEFAULT_PARAMS,
  limitsOf,
  type SelectionConflict,
  type SelectionExpert,
  type SelectionFile,
} from '@zhiping/shared/rules/assignment/selection.ts';
import { DrawPlan, paramsOfPlan } from '@zhiping/shared/rules/draw/plan.ts';
import type { Roster } from '@zhiping/shared/rules/draw/record.ts';
import type { TitleLevel } from '@zhiping/shared/rules/review-rule/facts.ts';
import { expertsPerFile } from '@zhiping/shared/rules/review-rule/experts-per-project.ts';
import { type FrozenRules, settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { dayOf } from '../../platform/clock.ts';
import { isOnRecord } from '../person/integrity-records.queries.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/errors.ts';
import { holdsPlace } from './assignment-workflow.ts';
import { loadRegister } from '../conflict/register.queries.ts';

/** How many experts a file of the cycle has, by rule F1. */
export const expertsWanted = (rules: FrozenRules): number =>
  expertsPerFile.schema.parse(settingOf(rules, expertsPerFile)?.values ?? {}).count;

/** For experts without an own limit; the rule of the cycle has a lower one. */
const MAX_LOAD = 1000;

type Register = Awaited<ReturnType<typeof loadRegister>>;

type Scope = {
  cycleId: number;
  rules: FrozenRules;
  register: Register;
  provinces: Map<number, string | null>;
};

/** Eligible projects that still lack experts, or those of these ids; by id. */
export const findFilesToAssign = async (
  db: Db,
  { cycleId, rules, register, provinces }: Scope,
  only?: readonly number[],
): Promise<SelectionFile[]> => {
  const wanted = expertsWanted(rules);
  const files = await db
    .selectFrom('project')
    .select([
      'id',
      'title_series',
      'title_level',
      'school_id',
      sql<{ path: string[] }[] | null>`form #> '{target,subjects}'`.as('subjects'),
      sql<number>`(select count(*) from assignment where assignment.project_id = project.id and ${holdsPlace})`.as(
        'experts',
      ),
    ])
    .where('cycle_id', '=', cycleId)
    .where('state', 'in', ['eligible', 'inExternalReview'])
    .$if(only !== undefined, (rows) => rows.where('id', 'in', [...(only ?? []), 0]))
    .orderBy('id')
    .execute();
  return files
    .map((file): SelectionFile => {
      const school = register.institutionOf(file.school_id).id;
      return {
        id: file.id,
        subjects: (file.subjects ?? []).map(({ path }) => path),
        series: file.title_series,
        // Eligible projects always have a level.
        level: file.title_level as TitleLevel,
        schoolId: school,
        province: provinces.get(school) ?? null,
        need: only ? 1 : Math.max(0, wanted - Number(file.experts)),
      };
    })
    .filter(({ need }) => need > 0);
};

const isOnDay = (day: string) => sql<boolean>`exists (select from expert_unavailability away
  where away.expert_id = expert.id and away.from_day <= ${day} and away.to_day >= ${day})`;

type Place = Pick<Scope, 'cycleId' | 'register' | 'provinces'>;

/** All experts of the pool with the facts that the rules check, except subjects and load, by id. */
const selectExperts = (db: Db, { cycleId }: Pick<Scope, 'cycleId'>, day: string) =>
  db
    .selectFrom('expert')
    .select([
      'expert.id',
      'school_id',
      'title_series',
      'title_level',
      'rating',
      'max_load',
      sql<boolean>`expert.enabled and not ${isOnRecord(day)}`.as('enabled'),
      'retired',
      'term_ends_at',
      sql<boolean>`confirmed_at is not null`.as('isConfirmed'),
      sql<boolean>`phone is not null and email is not null`.as('hasContact'),
      isOnDay(day).as('isAbsent'),
      // Unreleased assignments are unknown to the expert.
      sql<string | null>`(select to_char(max(released_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD')
        from assignment where assignment.expert_id = expert.id and assignment.cycle_id <> ${cycleId})`.as(
        'lastDrawnDay',
      ),
      // Few experts apply: read through their index instead of all projects.
      sql<boolean>`(select true from project where project.person_id = expert.person_id
        and project.cycle_id = ${cycleId} and project.no is not null and project.state <> 'withdrawn'
        limit 1) is not null`.as('isApplicant'),
    ])
    .where('accepted_at', 'is not', null)
    .orderBy('expert.id');
type FoundExpert = Awaited<ReturnType<ReturnType<typeof selectExperts>['execute']>>[number];

const selectionExpert = (
  { register, provinces }: Place,
  expert: FoundExpert,
  { load, subjects }: { load: number; subjects: string[][] },
): SelectionExpert => {
  const school = expert.school_id === null ? null : register.institutionOf(expert.school_id).id;
  return {
    id: expert.id,
    schoolId: school,
    province: school === null ? null : (provinces.get(school) ?? null),
    subjects,
    series: expert.title_series,
    level: expert.title_level as TitleLevel | null,
    rating: expert.rating,
    openLoad: load,
    cap: expert.max_load ?? MAX_LOAD,
    floor: 0,
    lastDrawnDay: expert.lastDrawnDay,
    termEndsAt: expert.term_ends_at,
    isEnabled: expert.enabled,
    isConfirmed: expert.isConfirmed,
    isAbsent: expert.isAbsent,
    isRetired: expert.retired,
    hasContact: expert.hasContact,
    isApplicant: expert.isApplicant,
  };
};

/**
 * Experts of the pool, or those of these ids, with the facts that the rules check, by id; those who may not be drawn
 * are included with the reason.
 */
export const findExpertsToDraw = async (
  db: Db,
  scope: Place,
  day: string,
  only?: readonly number[],
): Promise<SelectionExpert[]> => {
  const experts = await selectExperts(db, scope, day)
    .leftJoin(
      sql<{ expert_id: number; load: number }>`(select expert_id, count(*) as load from assignment
        where assignment.cycle_id = ${scope.cycleId} and ${holdsPlace}
          and (${only === undefined} or expert_id = any(${only ?? []}::bigint[])) group by expert_id)`.as(
        'loads',
      ),
      'loads.expert_id',
      'expert.id',
    )
    .select([
      sql<string[][]>`coalesce((select jsonb_agg(to_jsonb(path) order by rank) from expert_subject
        where expert_subject.expert_id = expert.id), '[]')`.as('subjects'),
      sql<number>`coalesce(loads.load, 0)`.as('load'),
    ])
    .$if(only !== undefined, (rows) => rows.where(sql<boolean>`expert.id = any(${only}::bigint[])`))
    .execute();
  return experts.map(({ load, subjects, ...expert }) =>
    selectionExpert(scope, expert, { load: Number(load), subjects }),
  );
};

/** The same for who has files already: without subjects, their loads being counted. Of a province that is a third of the work. */
export const findExpertsToJudge = async (
  db: Db,
  scope: Place,
  day: string,
  loads: ReadonlyMap<number, number>,
): Promise<SelectionExpert[]> =>
  (await selectExperts(db, scope, day).execute())
    .filter(({ id }) => loads.has(id))
    .map((expert) => selectionExpert(scope, expert, { load: loads.get(expert.id)!, subjects: [] }));

/** Conflicts that hold for these files, by file and expert. */
export const findConflictsOf = async (db: Db, files: readonly number[]): Promise<SelectionConflict[]> =>
  db
    .selectFrom('conflict')
    .select([
      'project_id as file',
      'expert_id as expert',
      sql<'block' | 'warn'>`min(effective)`.as('severity'),
    ])
    .where('project_id', 'in', [...files, 0])
    .where('effective', 'in', ['block', 'warn'])
    .groupBy(['project_id', 'expert_id'])
    .orderBy('project_id')
    .orderBy('expert_id')
    .execute();

type Pair = { file: number; expert: number };

/** Of files that lack experts: who has them, and who had them and does not get them again. */
const findHeldAndFormer = async (db: Db, files: readonly number[]) => {
  const { rows } = await sql<Pair & { isHeld: boolean }>`
    select distinct project_id as file, expert_id as expert, ${holdsPlace} as "isHeld" from assignment
    where project_id = any(${files}::bigint[])
      and (${holdsPlace} or state = any(${[...formerStates]}::text[]))
    order by project_id, expert_id`.execute(db);
  return {
    held: Map.groupBy(
      rows.filter(({ isHeld }) => isHeld),
      ({ file }) => file,
    ),
    former: rows.filter(({ isHeld }) => !isHeld),
  };
};

const FORMER = '曾被更换或已退出这份材料';

/** Conflicts of files, and those who had them before as if they were some. */
const findRefused = async (db: Db, files: readonly number[], former: readonly Pair[]) => {
  const conflicts = await findConflictsOf(db, files);
  const blocked = new Set(
    conflicts.flatMap(({ file, expert, severity }) => (severity === 'block' ? `${file}/${expert}` : [])),
  );
  const others = former.filter(({ file, expert }) => !blocked.has(`${file}/${expert}`));
  return [
    ...conflicts,
    ...others.map(({ file, expert }) => ({ file, expert, severity: 'block' as const, words: FORMER })),
  ];
};

const findProvinces = async (db: Db) => {
  const schools = await db.selectFrom('school').select(['dept_id', 'province']).execute();
  return new Map(schools.map(({ dept_id, province }) => [dept_id, province]));
};

/** Rules of a cycle and the register of schools, for all selections of experts. */
export const findScope = async (
  db: Db,
  cycleId: number,
): Promise<Scope & { ruleVersion: number; ruleHash: string }> => {
  // One after the other: within a transaction there is one connection.
  const holding = await db
    .selectFrom('cycle')
    .innerJoin('rule_set', (join) =>
      join.onRef('rule_set.cycle_id', '=', 'cycle.id').onRef('rule_set.version', '=', 'cycle.rule_version'),
    )
    .select(['content', 'rule_set.version', 'hash'])
    .where('cycle.id', '=', cycleId)
    .executeTakeFirst();
  if (!holding) throw notFound('批次');
  const register = await loadRegister(db);
  const provinces = await findProvinces(db);
  const { content, version, hash } = holding;
  return { cycleId, rules: content.rules, register, provinces, ruleVersion: version, ruleHash: hash };
};

/** The plan in the terms of the selection. */
export const paramsOf = (
  plan: DrawPlan,
  { rules, day }: { rules: FrozenRules; day: string },
): Roster['params'] => ({
  ...DEFAULT_PARAMS,
  ...paramsOfPlan(plan),
  today: day,
  limits: limitsOf((rule) => settingOf(rules, rule)),
});

/** Everything that a draw of this plan is made from, as it is at this moment. */
export const collectRoster = async (
  db: Db,
  { cycleId, plan: given, at }: { cycleId: number; plan: DrawPlan; at: Date },
): Promise<Roster> => {
  // Whatever came into plans after this one was made has its standard.
  const plan = DrawPlan.parse(given);
  const scope = await findScope(db, cycleId);
  const day = dayOf(at);
  const files = await findFilesToAssign(db, scope);
  const ids = files.map(({ id }) => id as number);
  const experts = await findExpertsToDraw(db, scope, day);
  const { held, former } = await findHeldAndFormer(db, ids);
  return {
    form: 1,
    cycle: { id: cycleId, ruleVersion: scope.ruleVersion, ruleHash: scope.ruleHash },
    plan,
    params: paramsOf(plan, { rules: scope.rules, day }),
    files: files.map((file) => {
      const own = held.get(file.id as number);
      return own ? { ...file, held: own.map(({ expert }) => expert) } : file;
    }),
    experts: experts.map((expert) => ({ ...expert, floor: plan.leastLoad })),
    conflicts: await findRefused(db, ids, former),
  };
};
