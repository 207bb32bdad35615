import { sql } from 'kysely';
import type { z } from 'zod';
import { fileMarks } from '@zhiping/shared/contracts/assignment.ts';
import type { Queue } from '@zhiping/shared/contracts/dashboard.ts';
import { blindStates } from '@zhiping/shared/rules/blind-copy/states.ts';
import { type DrawEvent, drawMachine } from '@zhiping/shared/rules/draw/states.ts';
import { eventsFor } from '@zhiping/shared/rules/workflow/state-machine.ts';
import { openTaskStates } from '@zhiping/shared/rules/task/states.ts';
import type { Deps } from '../../deps.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';
import { readSummary } from '../round/projects.queries.ts';
import { findBlindCycles, readSummary as readCopies } from '../blind-copy/blind-copy.queries.ts';
import { findMapping } from '../mapping/mapping.policy.ts';
import { unknownReason } from '../conflict/pending.queries.ts';
import { isSurelySelf } from '../person/own-case.ts';
import { caseOf, sideOf } from '../draw/draw-workflow.ts';
import { findFlawedOfCycle, type FlawedPair } from '../draw/flawed-pairs.queries.ts';

type QueueData = z.input<typeof Queue>;
type Work = { name: string; note: string; to: string };

/**
 * Running rounds and rounds with unpublished results, without those in which the reader applies: their queue would
 * reveal the state of the own project.
 */
const findRounds = (db: Db, reader: Principal) =>
  db
    .selectFrom('cycle')
    .leftJoin('review_round', 'review_round.cycle_id', 'cycle.id')
    .select(['cycle.id', 'cycle.name', 'cycle.suspended_reason'])
    .where('cycle.state', '=', 'reviewing')
    .where('review_round.released_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from project own
        where own.cycle_id = cycle.id and ${isSurelySelf(reader, 'own.person_id')})`,
    )
    .orderBy('cycle.id', 'desc')
    .execute();
type Round = Awaited<ReturnType<typeof findRounds>>[number];

/** Next steps at a draw, by event. */
const drawWords: Partial<Record<DrawEvent, string>> = {
  commit: '待您提交抽取承诺值',
  freeze: '待冻结抽取名册',
  open: '待您公开抽取随机数',
  release: '待发布抽取结果',
};

type Waiting = { reader: Principal; round: Round; flawed: readonly FlawedPair[] };

const drawWork = async (db: Db, { reader, round, flawed }: Waiting): Promise<Work[]> => {
  const { id: cycleId, name: note, suspended_reason: suspendedReason } = round;
  const draw = await db
    .selectFrom('draw')
    .selectAll()
    .where('cycle_id', '=', cycleId)
    .where('state', 'in', ['planned', 'frozen', 'drawn'])
    .executeTakeFirst();
  if (!draw) return [];
  const side = sideOf(reader);
  const to = `/review/draw?id=${draw.id}`;
  const conflicts = await unknownReason(db, cycleId);
  // Places that must be replaced are work of their own: nothing else waits for it.
  const can = eventsFor(drawMachine, draw.state, [side], caseOf(draw, { suspendedReason, side, conflicts }));
  if (flawed.length > 0 && can.release !== undefined)
    return [{ name: `抽取结果有 ${flawed.length} 处须先更换`, note, to: `${to}&part=result&kind=flagged` }];
  return Object.entries(drawWords)
    .filter(([event]) => can[event as DrawEvent] === true)
    .map(([, words]): Work => ({ name: words, note, to }));
};

/** Conflicts that were not computed to the end: nothing of the round is frozen or released on old ones. */
const conflictWork = async (db: Db, { id: cycleId, name }: Round): Promise<Work[]> => {
  const failed = await db
    .selectFrom('conflict_run')
    .leftJoin('task', 'task.id', 'task_id')
    .select('problem')
    .where('conflict_run.cycle_id', '=', cycleId)
    .where('problem', 'is not', null)
    .where(sql<boolean>`coalesce(task.state, 'failed') <> all(${openTaskStates}::text[])`)
    .executeTakeFirst();
  return failed
    ? [{ name: '回避没有计算完成，请重新计算', note: name, to: `/review/conflict?cycleId=${cycleId}` }]
    : [];
};

/** In the order of the work on them. */
const copiesToWorkOn = ['unchecked', 'needsWork', 'needsPerson', 'covered'] as const;

const copyWork = async (db: Db, reader: Principal, cycleId: number): Promise<Work[]> => {
  const cycle = (await findBlindCycles(db, reader)).find(({ id }) => id === cycleId);
  if (!cycle) return [];
  const { counts } = await readCopies(db, reader, cycleId);
  const countOf = new Map(counts.map(({ state, count }) => [state, count]));
  return copiesToWorkOn
    .filter((state) => countOf.has(state))
    .map((state) => ({
      name: `盲审副本${blindStates[state]} ${countOf.get(state)} 份`,
      note: cycle.name,
      to: `/review/blind?cycleId=${cycleId}&state=${state}`,
    }));
};

/** Concerns that only the office can end. */
const concerns = ['reported', 'flagged', 'extra', 'short'] as const;

const fileWork = async (db: Db, { reader, round: { id, name }, flawed }: Waiting): Promise<Work[]> => {
  const waiting = [...new Set(flawed.map(({ file }) => file))];
  const { marks, can, filled, files } = await readSummary(db, reader, id, waiting);
  const list = `/review/assignment?cycleId=${id}`;
  const { isHidden } = await findMapping(db, reader, id);
  if (filled === 0)
    return files > 0 ? [{ name: `待抽取专家 ${files} 份`, note: name, to: '/review/draw' }] : [];
  const steps = { close: '可以结束送审', publish: '可以公布结果' } as const;
  return [
    ...concerns
      // Places to replace before release are listed with their draw.
      .filter((mark) => marks[mark] > (mark === 'flagged' ? waiting.length : 0))
      .map((mark) => ({
        name: `${fileMarks[mark]} ${marks[mark]} 份`,
        note: name,
        // Which they are shows only where the mapping may be read.
        to: mark === 'flagged' && isHidden ? list : `${list}&mark=${mark}`,
      })),
    ...(['close', 'publish'] as const)
      .filter((step) => can[step] === true)
      .map((step) => ({ name: steps[step], note: name, to: list })),
  ];
};

/** Work that rounds have for this reader, of the office or as a supervisor. */
export const roundQueue = async ({ db }: Pick<Deps, 'db'>, reader: Principal): Promise<QueueData[]> => {
  if (reader.deptScope !== null || !holds(reader, ['assignment:draw', 'assignment:witness'])) return [];
  const isOffice = holds(reader, ['assignment:release']);
  const works: Work[] = [];
  for (const round of await findRounds(db, reader)) {
    const flawed = isOffice ? await findFlawedOfCycle(db, round.id, reader.at) : [];
    works.push(...(await drawWork(db, { reader, round, flawed })));
    if (!isOffice) continue;
    if (holds(reader, ['conflict:compute'])) works.push(...(await conflictWork(db, round)));
    works.push(...(await fileWork(db, { reader, round, flawed })));
    if (holds(reader, ['blind:edit'])) works.push(...(await copyWork(db, reader, round.id)));
  }
  if (works.length === 0) return [];
  return [
    {
      code: 'rounds',
      title: '送审待办',
      total: works.length,
      to: null,
      rows: works.map((work, index) => ({ id: index, ...work, reminder: null })),
    },
  ];
};
