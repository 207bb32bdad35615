import { sql } from 'kysely';
import type { z } from 'zod';
import type { AssignedFile, assignmentApi, outcomeWords } from '@zhiping/shared/contracts/assignment.ts';
import { assignmentMachine, isAwaited, isEnded } from '@zhiping/shared/rules/assignment/states.ts';
import { exclusionWords } from '@zhiping/shared/rules/assignment/excluded-opinion.ts';
import { abilityOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { eventsFor } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { whereGiven } from '../../platform/database/where-given.ts';
import { type Ordering, paginate } from '../../platform/lists/paginate.ts';
import { findStanding } from '../draw/standing.queries.ts';
import {
  arrangesPairs,
  expertNumbersOf,
  findMapping,
  recordReading,
  recordUnreleased,
} from '../mapping/mapping.policy.ts';
import { isAssigned, runsReview } from '../assignment/assignment.policy.ts';
import { caseOf, findRound, holdsPlace, isPast } from '../assignment/assignment-workflow.ts';
import { addDenial } from './add-expert.ts';
import { exclusionFacts } from './exclude-opinion.ts';
import { counts, inReview, markCounts, marksOf, placesByFile } from './project-marks.queries.ts';
import { hasUnreadable } from '../blind-copy/blind-copy.policy.ts';
import { isFlaggedPlace } from '../assignment/flagged.queries.ts';
import { findReports } from './material-reports.queries.ts';
import { nameSubmitted } from '../project/name-submitted.ts';
import { findFlawedFiles, selectFiles } from './project-rows.queries.ts';
import { findRoundRules } from '../assignment/round-rules.queries.ts';
import { unitName } from '../school/unit-name.ts';

type Outcome = keyof typeof outcomeWords;

const ordering = {
  sortable: { no: 'project.no', bagNo: 'project.bag_no' },
  order: [['project.no', 'asc']],
} satisfies Ordering<Schema, 'project'>;

const fileColumns = [
  'project.id as projectId',
  sql<string>`coalesce(project.no, '')`.as('no'),
  'project.bag_no as bagNo',
  unitName().as('schoolName'),
  'project.title_level as titleLevel',
  'project.title_name as titleName',
  'project.state',
  sql<boolean>`(select blind from cycle where cycle.id = project.cycle_id)`.as('isBlind'),
] as const;

const findExperts = (db: Db, projectIds: readonly number[], at: Date) =>
  db
    .selectFrom('assignment')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .leftJoin('dept', 'dept.id', 'expert.school_id')
    .leftJoin('review', 'assignment_id', 'assignment.id')
    .leftJoin('confirmation', 'confirmation.id', 'exclusion_id')
    .select([
      'assignment.id as assignmentId',
      'draw_id as drawId',
      'project_id as projectId',
      'expert_id as expertId',
      'expert.name',
      unitName<string | null>().as('schoolName'),
      'slot',
      'assignment.state',
      'parts',
      'by_hand as byHand',
      isFlaggedPlace.as('isFlagged'),
      'due_at as dueAt',
      'due_at',
      'is_counted',
      'answer',
      counts(at).as('isIn'),
      'saved_at as savedAt',
      'submitted_at as submittedAt',
      'ended_reason as endedReason',
      sql<string | null>`(select note from state_event
        where entity = 'assignment' and entity_id = assignment.id and event = 'extend' order by id desc limit 1)`.as(
        'extendedReason',
      ),
      'released_at',
      'assignment.version',
      exclusionFacts,
    ])
    .where('project_id', 'in', [...projectIds, 0])
    .orderBy('slot')
    .orderBy('assignment.create_time')
    .execute();

/**
 * Content of long documents, only for the projects of one page: selected in the page query it would be read for all
 * rows before it.
 */
const findContents = (db: Db, projectIds: readonly number[]) =>
  db
    .selectFrom('project')
    .select([
      'id',
      nameSubmitted.$notNull().as('name'),
      sql<string>`coalesce(form #>> '{target,subjects,0,fullName}', '')`.as('subject'),
      sql<Outcome | null>`(select outcome from external_result where project_id = project.id)`.as('outcome'),
    ])
    .where('id', 'in', [...projectIds, 0])
    .execute();

type Place = Awaited<ReturnType<typeof findExperts>>[number];

const isUnreleased = ({ released_at, state }: Place) => released_at === null && state === 'proposed';

/** Flaws of unreleased places, by the rules of their draw. */
const findFlaws = async (
  db: Db,
  reader: Principal,
  places: readonly Place[],
): Promise<Map<number, string>> => {
  const waiting = places.filter(({ state, drawId }) => state === 'proposed' && drawId !== null);
  if (waiting.length === 0) return new Map();
  const only = [...new Set(waiting.map(({ projectId }) => projectId))];
  const draws = await db
    .selectFrom('draw')
    .select(['id', 'cycle_id', 'plan'])
    .where('id', 'in', [...new Set(waiting.map(({ drawId }) => drawId!))])
    .execute();
  const flaws = new Map<number, string>();
  for (const draw of draws)
    for (const { assignmentId, reason } of (await findStanding(db, draw, { reader, only })).replace)
      flaws.set(assignmentId, reason);
  return flaws;
};

/**
 * A place without the expert's name. The number is the one of the sheets; times are removed too, since they stand
 * beside the name in other lists, and reasons, which may contain the name.
 */
const withoutName = (place: Place, number: number | undefined) => ({
  ...place,
  drawId: null,
  expertId: null,
  name: number === undefined ? '原专家' : `专家${number}`,
  schoolName: null,
  slot: number ?? 0,
  parts: null,
  byHand: null,
  // Disabling an expert, or a conflict of one, would show by it whose project it is.
  isFlagged: false,
  extendedReason: null,
  savedAt: null,
  submittedAt: null,
  endedReason: place.state === 'returned' || place.endedReason === null ? place.endedReason : '已结束',
});

/** The places of a file, those that are released without names. */
const covered = (places: readonly Place[]) => {
  const released = places.filter(({ released_at }) => released_at !== null);
  const numbers = expertNumbersOf(released.filter(({ state }) => !isEnded(state) || state === 'excluded'));
  return [
    ...places.filter(({ released_at }) => released_at === null),
    ...released
      .map((place) => withoutName(place, numbers.get(place.assignmentId)))
      .toSorted((one, other) => one.slot - other.slot),
  ];
};

type Query = z.output<typeof assignmentApi.files.query>;

/** Files of a cycle with their experts, those of former ones too. */
export const findAssignedFiles = async (
  db: Db,
  reader: Principal,
  { cycleId, projectId, page: number, size, sort, ...filters }: Query,
) => {
  const rules = await findRoundRules(db, cycleId);
  const mapping = await findMapping(db, reader, cycleId);
  const { query } = await selectFiles(db, reader, { cycleId, rules, mapping, ...filters });
  const page = await paginate(
    { page: number, size, sort },
    query
      .select(fileColumns)
      .$call(whereGiven(projectId, (rows, given) => rows.where('project.id', '=', given))),
    ordering,
  );
  const ids = page.content.map((file) => file.projectId);
  const [round, experts, contents, reports] = await Promise.all([
    findRound(db, cycleId),
    findExperts(db, ids, reader.at),
    findContents(db, ids),
    findReports(db, reader, ids),
  ]);
  const contentOf = new Map(contents.map(({ id, ...content }) => [id, content]));
  const byFile = Map.groupBy(experts, (expert) => expert.projectId);
  if (ids.length > 0)
    await recordReading(db, reader, mapping, { cycleId, what: 'files', ...(projectId && { projectId }) });
  const flaws = await findFlaws(db, reader, experts);
  const isArranging = arrangesPairs(reader);
  if (isArranging && experts.some(isUnreleased))
    await recordUnreleased(db, reader, { cycleId, drawId: null, what: 'files' });
  const known = (places: readonly Place[]) =>
    isArranging ? places : places.filter((place) => !isUnreleased(place));
  const shown = (places: readonly Place[]) => (mapping.isHidden ? covered(known(places)) : known(places));
  const mayAdd = holds(reader, ['assignment:edit']);
  const heldOf = (file: { projectId: number }) =>
    (byFile.get(file.projectId) ?? []).filter(({ state }) => !isEnded(state));
  const isActor = holds(reader, ['assignment:edit', 'assignment:release', 'review:return']);
  return {
    totalElements: page.totalElements,
    content: page.content.map((file): z.input<typeof AssignedFile> => ({
      ...file,
      ...contentOf.get(file.projectId)!,
      wanted: rules.wanted,
      reports: reports.get(file.projectId) ?? [],
      can: mayAdd
        ? { add: abilityOf(addDenial(round, { state: file.state, held: heldOf(file), rules })) }
        : {},
      experts: shown(byFile.get(file.projectId) ?? []).map(
        ({
          due_at,
          is_counted,
          answer: _answer,
          isIn: _isIn,
          released_at: _released,
          exclusion,
          ...expert
        }) => ({
          ...expert,
          exclusion: exclusion && exclusionWords(exclusion),
          isFlagged: expert.isFlagged || flaws.has(expert.assignmentId),
          flaw: flaws.get(expert.assignmentId) ?? null,
          isLate: isAwaited(expert.state) && isPast(due_at, reader.at),
          can: isActor
            ? eventsFor(
                assignmentMachine,
                expert.state,
                ['office', 'pair'],
                caseOf(round, { due_at, is_counted }, { at: reader.at }),
              )
            : {},
        }),
      ),
    })),
  };
};

/** Of the projects that the reader can list: a count of all would reveal the result of an officer's own project. */
const countOutcomes = async (db: Db, reader: Principal, cycleId: number): Promise<Record<Outcome, number>> =>
  db
    .selectFrom('external_result')
    .innerJoin('project', 'project.id', 'project_id')
    .select(
      (['pass', 'fail'] as const).map((one) =>
        sql<number>`(count(*) filter (where outcome = ${one}))::integer`.as(one),
      ),
    )
    .where('external_result.cycle_id', '=', cycleId)
    .where(isAssigned(reader))
    .executeTakeFirstOrThrow() as Promise<Record<Outcome, number>>;

type Abilities = Partial<Record<'close' | 'publish', true | string>>;

const sumOf = (column: string) => sql<number>`coalesce(sum(${sql.ref(`place.${column}`)}), 0)::float8`;

/** A cycle's round in numbers; `known` are the files with places to be replaced before release, where they were asked for already. */
export const readSummary = async (db: Db, reader: Principal, cycleId: number, known?: readonly number[]) => {
  const rules = await findRoundRules(db, cycleId);
  const flawed = known ?? (await findFlawedFiles(db, cycleId, reader.at));
  const files = await db
    .selectFrom('project')
    .leftJoin(placesByFile({ cycleId, at: reader.at, rules }).as('place'), 'place.project_id', 'project.id')
    .select(markCounts({ rules, flawed }))
    .select([
      sumOf('held').as('held'),
      sumOf('handed').as('handed'),
      sumOf('proposed').as('proposed'),
      sumOf('late').as('overdue'),
      sumOf('match').as('match'),
      sql<number>`(count(*) filter (where project.state = 'inExternalReview'
        and (select blind from cycle where cycle.id = ${cycleId}) and ${hasUnreadable}))::integer`.as(
        'unreadable',
      ),
      sql<Date | null>`max(place.last_due)`.as('lastDue'),
      sql<number | null>`min(round(place.match::numeric / place.held / 100, 1))::float8`.as('worst'),
    ])
    .where('project.cycle_id', '=', cycleId)
    .where(inReview)
    // Numbers alone: also the own file of an officer who applies is one that the round waits for.
    .where(runsReview(reader))
    .executeTakeFirstOrThrow();
  const { rows: loads } = await sql<{ load: number; experts: number }>`
    select load::integer, count(*)::integer as experts from (
      select count(*) as load from assignment where cycle_id = ${cycleId} and ${holdsPlace} and ${runsReview(reader)}
      group by expert_id) as loads
    group by load order by load`.execute(db);
  const round = await findRound(db, cycleId);
  const count = files.files;
  const { lastDue } = files;
  const isLater = lastDue !== null && round.closesAt !== null && lastDue > round.closesAt;
  const marks = marksOf(files);
  const isOffice = holds(reader, ['assignment:release']);
  const waiting = files.held - files.handed;
  const isDrawing = isOffice && (await hasOpenDraw(db, cycleId));
  const { short, extra } = marks;
  const can: Abilities = isOffice
    ? roundAbilities(round, { waiting, files: count, short, extra, unreadable: files.unreadable, isDrawing })
    : {};
  return {
    files: count,
    places: count * rules.wanted,
    filled: files.held,
    proposed: files.proposed,
    submitted: files.handed,
    overdue: files.overdue,
    meanMatch: files.held === 0 ? null : Math.round(files.match / files.held / 10) / 10,
    worstFile: files.worst,
    loads,
    marks,
    closedAt: round.closedAt,
    outcomes:
      round.closedAt !== null && holds(reader, ['review:list'])
        ? await countOutcomes(db, reader, cycleId)
        : null,
    releasedAt: round.releasedAt,
    dueAt: round.closesAt,
    lastDueAt: isLater ? lastDue : null,
    isOver: isPast(isLater ? lastDue : round.closesAt, reader.at),
    can,
  };
};

type Counts = {
  waiting: number;
  files: number;
  short: number;
  extra: number;
  unreadable: number;
  isDrawing: boolean;
};

const hasOpenDraw = async (db: Db, cycleId: number) => {
  const open = await db
    .selectFrom('draw')
    .select('id')
    .where('cycle_id', '=', cycleId)
    .where('state', 'in', ['planned', 'frozen', 'drawn'])
    .executeTakeFirst();
  return open !== undefined;
};

/** Abilities on a round, with reasons. */
const roundAbilities = (
  { suspendedReason, closedAt, releasedAt }: Awaited<ReturnType<typeof findRound>>,
  { waiting, files, short, extra, unreadable, isDrawing }: Counts,
): Abilities => {
  const suspended = suspendedReason === null ? null : `批次已暂停：${suspendedReason}`;
  const notClosable =
    suspended ??
    (closedAt ? '送审已结束' : null) ??
    (files === 0 ? '没有送审的申报' : null) ??
    (waiting > 0 ? `还有 ${waiting} 份意见没有提交，请先催办或更换专家` : null) ??
    (short > 0 ? `还有 ${short} 份材料缺少专家，请先补充专家` : null) ??
    (extra > 0 ? `有 ${extra} 份材料按规则须补充一名专家` : null) ??
    (unreadable > 0 ? `有 ${unreadable} 份材料的盲审副本没有放行，专家读不到` : null) ??
    (isDrawing ? '有抽取正在进行，请先完成或中止' : null);
  const notPublishable =
    suspended ?? (closedAt ? null : '结束送审后才能公布结果') ?? (releasedAt ? '送审结果已公布' : null);
  return { close: notClosable ?? true, publish: notPublishable ?? true };
};
