import { sql } from 'kysely';
import type { z } from 'zod';
import type { blindCopyApi } from '@zhiping/shared/contracts/blind-copy.ts';
import {
  type BlindFindings,
  type BlindState,
  editDenial,
  releaseDenial,
} from '@zhiping/shared/rules/blind-copy/states.ts';
import { awaitedStates } from '@zhiping/shared/rules/assignment/states.ts';
import { abilityOf, type Denial } from '@zhiping/shared/rules/workflow/denial.ts';
import { openTaskStates } from '@zhiping/shared/rules/task/states.ts';
import { actorName } from '../../platform/auth/actor-name.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import { type Db, likePattern, type Tx } from '../../platform/database/db.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { contains, whereGiven } from '../../platform/database/where-given.ts';
import { notFound } from '../../platform/errors.ts';
import { type Ordering, paginate } from '../../platform/lists/paginate.ts';
import { isHandled, isSentBlind } from './blind-copy.policy.ts';
import { ENGINE, RECOGNISING } from './pipeline/job.ts';
import { recognitionModule } from './recognition/add-on.ts';
import { unitName } from '../school/unit-name.ts';

const NOUN = '盲审副本';
export const COVER_KIND = 'blind.cover';
export const runKey = (cycleId: number) => `${COVER_KIND}:${cycleId}`;

/** A copy that was made of an earlier content is none of this material. */
const state = sql<BlindState>`coalesce(blind_copy.state, 'unchecked')`;

/** Made by an earlier version of the pipeline than this one. */
const isOld = sql<boolean>`coalesce(blind_copy.result_sha256 is not null and blind_copy.engine not in (${ENGINE}, ${RECOGNISING}), false)`;

/** Whether experts review the project of a material and have not submitted their opinions. */
const isInReview = sql<boolean>`exists (select from assignment
  where assignment.project_id = project_material.project_id and assignment.state in (${sql.join(awaitedStates.map((one) => sql.lit(one)))}))`;

const personName = sql<string>`(select content -> 'person' ->> 'name' from project_snapshot
  where project_snapshot.project_id = project.id order by round desc limit 1)`;

const visible = (db: Db | Tx, reader: Principal) =>
  db
    .selectFrom('project_material')
    .innerJoin('project', 'project.id', 'project_material.project_id')
    .innerJoin('dept', 'dept.id', 'project.school_id')
    .leftJoin('blind_copy', (join) =>
      join
        .onRef('blind_copy.material_id', '=', 'project_material.id')
        .onRef('blind_copy.source_sha256', '=', 'project_material.sha256'),
    )
    .where(isSentBlind)
    .where(isHandled(reader));

const rows = (db: Db | Tx, reader: Principal) =>
  visible(db, reader).select([
    'project_material.id',
    'project.no as projectNo',
    personName.as('personName'),
    unitName().as('schoolName'),
    'project_material.name as fileName',
    state.as('state'),
    'blind_copy.problem',
    sql<number | null>`coalesce(blind_copy.pages, project_material.pages)`.as('pages'),
    sql<number>`coalesce(blind_copy.covered_marks, 0)`.as('coveredMarks'),
    sql<number>`coalesce(blind_copy.open_marks, 0)`.as('openMarks'),
    sql<number>`coalesce(blind_copy.doubted_pages, 0)`.as('doubtedPages'),
    sql<number>`coalesce(blind_copy.left_over, 0)`.as('leftOver'),
    sql<boolean>`coalesce(blind_copy.is_changed, false)`.as('isChanged'),
    isOld.as('isOld'),
    'blind_copy.covered_at as coveredAt',
    'blind_copy.released_at as releasedAt',
  ]);

const ordering = {
  sortable: { id: 'project_material.id', projectNo: 'project.no', fileName: 'project_material.name' },
  order: [
    ['project.no', 'asc'],
    ['project_material.id', 'asc'],
  ],
} satisfies Ordering<Schema, 'project' | 'project_material'>;

type Query = z.output<typeof blindCopyApi.list.query>;

/** Materials of blind reviews, with the state of their copies. */
export const findBlindCopies = (db: Db, reader: Principal, query: Query) =>
  paginate(
    query,
    rows(db, reader)
      .$call(whereGiven(query.id, (all, given) => all.where('project_material.id', '=', given)))
      .$call(whereGiven(query.cycleId, (all, given) => all.where('project.cycle_id', '=', given)))
      .$call(whereGiven(query.state, (all, given) => all.where(state, '=', given)))
      .$call(whereGiven(query.isOld, (all, given) => all.where(given ? isOld : sql<boolean>`not ${isOld}`)))
      .$call(
        whereGiven(query.name, (all, given) =>
          all.where((or) =>
            or.or([
              contains('project_material.name', given),
              contains('project.no', given),
              sql<boolean>`${personName} ilike ${likePattern(given)}`,
            ]),
          ),
        ),
      ),
    ordering,
  );

/** Cycles with materials of blind reviews. */
export const findBlindCycles = (db: Db, reader: Principal) =>
  db
    .selectFrom('cycle')
    .select(['cycle.id', 'cycle.name', 'cycle.suspended_reason as suspendedReason'])
    .where(({ exists }) =>
      exists(
        visible(db, reader)
          .select('project.id')
          .where(sql<boolean>`project.cycle_id = cycle.id`),
      ),
    )
    .orderBy('cycle.id', 'desc')
    .execute();

/** Those of these materials whose projects are being reviewed. */
export const findInReview = async (db: Db | Tx, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const found = await db
    .selectFrom('project_material')
    .select('id')
    .where('id', 'in', [...ids, 0])
    .where(isInReview)
    .execute();
  return new Set(found.map(({ id }) => id));
};

export const requireCycle = async (db: Db | Tx, reader: Principal, cycleId: number) => {
  const cycle = (await findBlindCycles(db as Db, reader)).find(({ id }) => id === cycleId);
  if (!cycle) throw notFound('批次');
  return cycle;
};

export const readSummary = async (db: Db, reader: Principal, cycleId: number) => {
  await requireCycle(db, reader, cycleId);
  const counts = await visible(db, reader)
    .select([state.as('state'), sql<number>`count(*)`.as('count')])
    .where('project.cycle_id', '=', cycleId)
    .groupBy(state)
    .execute();
  const old = await visible(db, reader)
    .select([
      sql<number>`count(*)`.as('released'),
      sql<number>`count(*) filter (where ${isInReview})`.as('inReview'),
    ])
    .where('project.cycle_id', '=', cycleId)
    .where(state, '=', 'released')
    .where(isOld)
    .executeTakeFirstOrThrow();
  const running = await db
    .selectFrom('task')
    .select(['done', 'total'])
    .where('kind', '=', COVER_KIND)
    .where('state', 'in', openTaskStates)
    .where(sql<boolean>`payload ->> 'cycleId' = ${String(cycleId)}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { counts, running: running ?? null, canRecognise: recognitionModule !== null, old };
};

export type StoredCopy = {
  state: BlindState;
  problem: BlindFindings['problem'];
  result_sha256: string | null;
  is_changed: boolean;
  left_over: number;
  open_marks: number;
  doubted_pages: number;
  engine: number;
};

const isOldEngine = (engine: number) => engine !== ENGINE && engine !== RECOGNISING;

export const findingsOf = (copy: StoredCopy): BlindFindings => ({
  hasCopy: copy.result_sha256 !== null,
  problem: copy.problem,
  isChanged: copy.is_changed,
  isReleased: copy.state === 'released',
  isOld: isOldEngine(copy.engine),
  left: copy.left_over,
  open: copy.open_marks,
  doubted: copy.doubted_pages,
});

const nothingYet: BlindFindings = {
  hasCopy: false,
  problem: null,
  isChanged: false,
  isReleased: false,
  isOld: false,
  left: 0,
  open: 0,
  doubted: 0,
};

/** Abilities of the reader, with reasons; actions that the reader can never take are missing. */
const abilitiesOf = (reader: Principal, findings: BlindFindings, isRunning: boolean) => {
  const running: Denial | null = isRunning ? { code: 'blind.running', message: '正在制作，请稍候' } : null;
  const edits = {
    edit: abilityOf(running ?? editDenial(findings)),
    cover: abilityOf(running ?? (findings.isReleased ? editDenial({ ...findings, hasCopy: true }) : null)),
  };
  const releases = {
    release: abilityOf(running ?? releaseDenial(findings, false)),
    waive: abilityOf(running ?? releaseDenial(findings, true)),
    withdraw: findings.isReleased || '还没有放行',
  } as const;
  return {
    ...(holds(reader, ['blind:edit']) && edits),
    ...(holds(reader, ['blind:release']) && releases),
  };
};

export const readBlindCopy = async (db: Db, reader: Principal, id: number) => {
  const row = await rows(db, reader)
    .select([
      'project.cycle_id as cycleId',
      'project_material.format',
      'blind_copy.bytes',
      sql<string | null>`(select ${actorName()} from sys_user where sys_user.id = blind_copy.released_by)`.as(
        'releasedBy',
      ),
      'blind_copy.waiver',
      'blind_copy.result_sha256',
      sql<number>`coalesce(blind_copy.version, 0)`.as('version'),
    ])
    .where('project_material.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound(NOUN);
  const [pageList, marks, task] = await Promise.all([
    db
      .selectFrom('blind_page')
      .select(['page', 'width', 'height', 'doubts', 'checked_by as checkedBy'])
      .where('material_id', '=', id)
      .orderBy('page')
      .execute(),
    db
      .selectFrom('blind_mark')
      .select([
        'id',
        'page',
        'kind',
        'words',
        'places',
        'source',
        'state',
        'reason',
        'decided_by as decidedBy',
        'decided_at as decidedAt',
      ])
      .where('material_id', '=', id)
      .orderBy('page')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('task')
      .select('id')
      .where('key', '=', `${COVER_KIND}.one:${id}`)
      .where('state', 'in', openTaskStates)
      .executeTakeFirst(),
  ]);
  const isRunning = task !== undefined;
  const { result_sha256, ...shown } = row;
  const findings: BlindFindings = {
    ...nothingYet,
    hasCopy: result_sha256 !== null,
    problem: row.problem,
    isChanged: row.isChanged,
    isReleased: row.state === 'released',
    isOld: row.isOld,
    left: row.leftOver,
    open: row.openMarks,
    doubted: row.doubtedPages,
  };
  return { ...shown, isRunning, pageList, marks, can: abilitiesOf(reader, findings, isRunning) };
};

/** The row of a copy, of a material that the reader handles. */
export const findBlindCopy = async (db: Db | Tx, reader: Principal, id: number, isLocked = false) => {
  const isThere = await visible(db, reader)
    .select([
      'project_material.id',
      'project.id as projectId',
      'project_material.name',
      'project.cycle_id as cycleId',
    ])
    .where('project_material.id', '=', id)
    .executeTakeFirst();
  if (!isThere) throw notFound(NOUN);
  const copy = await db
    .selectFrom('blind_copy')
    .selectAll()
    .where('material_id', '=', id)
    .$if(isLocked, (one) => one.forUpdate())
    .executeTakeFirst();
  return { ...isThere, copy };
};

/** The same, locked until the transaction ends. */
export const lockBlindCopy = (tx: Tx, reader: Principal, id: number) => findBlindCopy(tx, reader, id, true);
