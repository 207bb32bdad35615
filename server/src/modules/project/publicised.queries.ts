import { sql } from 'kysely';
import { type FrozenRules, settingOf } from '@zhiping/shared/rules/review-rule/frozen-rules.ts';
import { evaluateRule } from '@zhiping/shared/rules/review-rule/rule.ts';
import { unitPublicity } from '@zhiping/shared/rules/review-rule/unit-publicity.ts';
import { countWorkingDays, dayAfter } from '@zhiping/shared/rules/holiday/working-days.ts';
import { dayOf } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { findCalendar } from '../holiday/holiday.queries.ts';
import type { StoredProject } from './project-workflow.ts';

const ofNewestRound = sql<boolean>`one.round = (select max(newest.round) from project_snapshot newest
  where newest.project_id = one.project_id)`;

/** The newest publicity of each project's last submission that was not cancelled, with its open objections. */
export const findPublicised = (db: Db, projectIds: readonly number[]) =>
  db
    .selectFrom('unit_publicity_project as one')
    .innerJoin('unit_publicity', 'unit_publicity.id', 'publicity_id')
    .distinctOn('one.project_id')
    .select([
      'one.project_id as projectId',
      'publicity_id as id',
      'starts_on as startsOn',
      'ends_on as endsOn',
      sql<number>`(select count(*) from objection where objection.project_id = one.project_id and verdict is null)`.as(
        'openObjections',
      ),
    ])
    .where('one.project_id', 'in', projectIds)
    .where('cancel_reason', 'is', null)
    .where(ofNewestRound)
    .orderBy('one.project_id')
    .orderBy('publicity_id', 'desc')
    .execute();

/** Projects whose last submission has an upheld objection, in any publicity. */
export const findUpheld = async (db: Db, projectIds: readonly number[]): Promise<Set<number>> => {
  const found = await db
    .selectFrom('objection')
    .innerJoin('unit_publicity_project as one', (join) =>
      join
        .onRef('one.publicity_id', '=', 'objection.publicity_id')
        .onRef('one.project_id', '=', 'objection.project_id'),
    )
    .select('one.project_id as projectId')
    .where('one.project_id', 'in', projectIds)
    .where('verdict', '=', 'upheld')
    .where(ofNewestRound)
    .execute();
  return new Set(found.map(({ projectId }) => projectId));
};

/** Why the publicity of the school does not allow the report, or null: rule P1 of the cycle. */
export const publicityDenial = async (
  db: Db,
  { id, state }: Pick<StoredProject, 'id' | 'state'>,
  { rules, at }: { rules: FrozenRules; at: Date },
): Promise<string | null> => {
  if (state !== 'unitPublicity') return null;
  if ((await findUpheld(db, [id])).has(id)) return '公示中的异议成立，不能报送，请退回修改或不予推荐';
  const [found] = await findPublicised(db, [id]);
  if (!found) return '尚未开始单位公示';
  const { startsOn, endsOn, openObjections } = found;
  const yesterday = dayAfter(dayOf(at), -1);
  const last = yesterday < endsOn ? yesterday : endsOn;
  const workingDays = countWorkingDays(startsOn, last, await findCalendar(db, startsOn));
  const { level, message } = evaluateRule(
    unitPublicity,
    { workingDays, openObjections },
    settingOf(rules, unitPublicity),
  );
  return level === 'block' ? message : null;
};
