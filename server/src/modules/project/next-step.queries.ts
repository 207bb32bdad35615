import { sql } from 'kysely';
import {
  type CycleStanding,
  type NextStep,
  nextStepOf,
  stepPages,
} from '@zhiping/shared/rules/cycle/next-step.ts';
import { runningStates } from '@zhiping/shared/rules/cycle/states.ts';
import { holds, type Principal } from '../../platform/auth/principal.ts';
import type { Db } from '../../platform/database/db.ts';

const standings = (db: Db) =>
  db
    .selectFrom('cycle')
    .leftJoin('review_round', 'review_round.cycle_id', 'cycle.id')
    .select([
      'cycle.id',
      'cycle.name',
      'cycle.state',
      'cycle.blind',
      'suspended_reason as suspendedReason',
      'apply_opens_at as applyOpensAt',
      'apply_closes_at as applyClosesAt',
      'report_closes_at as reportClosesAt',
      'body_closes_at as bodyClosesAt',
      'review_closes_at as reviewClosesAt',
      'closed_at as closedAt',
      'released_at as releasedAt',
      sql<boolean>`exists (select from draw where draw.cycle_id = cycle.id and draw.state = 'released')`.as(
        'isSent',
      ),
      sql<number>`(select count(*)::int from project
        where cycle_id = cycle.id and project.state in ('reported', 'supplementing'))`.as('undecided'),
    ]);

type Standing = Omit<CycleStanding, 'now' | 'missing'> & { id: number; name: string };
type CycleStep = Pick<Standing, 'id' | 'name'> & { step: NextStep };

const stepsOf = (found: readonly Standing[], now: Date, missing: number): CycleStep[] =>
  found.flatMap((standing) => {
    const step = nextStepOf({ ...standing, now, missing });
    return step ? [{ id: standing.id, name: standing.name, step }] : [];
  });

type At = {
  now: Date;
  /** How many things a draft lacks. */
  missing?: number;
};

/** The next step of a cycle, with its name; undefined if there is none. */
export const findCycleStep = async (
  db: Db,
  cycleId: number,
  { now, missing = 0 }: At,
): Promise<CycleStep | undefined> =>
  stepsOf(await standings(db).where('cycle.id', '=', cycleId).execute(), now, missing)[0];

/** The next steps of all published cycles that have one, newest first. */
export const findCycleSteps = async (db: Db, now: Date): Promise<CycleStep[]> => {
  const found = await standings(db)
    .where('cycle.state', 'in', runningStates)
    .orderBy('cycle.id', 'desc')
    .execute();
  return stepsOf(found, now, 0);
};

/** The address where a step is taken; null where that is the page of the cycle. */
export const addressOf = ({ id, step: { page } }: CycleStep): string | null =>
  page && `${stepPages[page].path}?cycleId=${id}`;

/** The same for a reader, who is led to no page that they may not open. */
export const addressFor = (reader: Principal, next: CycleStep): string | null => {
  const { page } = next.step;
  return page && holds(reader, [stepPages[page].permission]) ? addressOf(next) : null;
};

/** The next step of a cycle as its pages show it. */
export const readNextStep = async (db: Db, reader: Principal, cycleId: number, missing = 0) => {
  const next = await findCycleStep(db, cycleId, { now: reader.at, missing });
  return next ? { words: next.step.words, to: addressFor(reader, next) } : null;
};
