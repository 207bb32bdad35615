import { type RawBuilder, sql } from 'kysely';

/** Assignments whose expert must not or cannot continue: a conflict was found, or the expert was disabled. */
export const isFlaggedPlace = sql<boolean>`assignment.state in ('proposed', 'released', 'accepted', 'reviewing', 'returned')
  and (has_blocking_conflict(assignment.project_id, assignment.expert_id)
    or not (select enabled from expert where expert.id = assignment.expert_id))`;

/** The number of a cycle, or where it stands. */
type Id = number | RawBuilder<unknown>;

/** Experts flagged at all their projects: disabled ones, and applicants of the cycle. */
const away = (cycleId: Id) => sql`(select id from expert where not enabled
  union select expert.id from project as own join expert on expert.person_id = own.person_id
    where own.cycle_id = ${cycleId} and own.no is not null and own.state <> 'withdrawn')`;

/** Same condition as `isFlaggedPlace` for all assignments of a cycle: row by row, a province takes seconds. */
export const isFlaggedOfMany = (cycleId: Id) =>
  sql<boolean>`assignment.state not in ('submitted', 'locked') and (assignment.expert_id in ${away(cycleId)}
    or exists (select from conflict where conflict.cycle_id = ${cycleId} and conflict.effective = 'block'
      and conflict.project_id = assignment.project_id and conflict.expert_id = assignment.expert_id))`;

/** The cycle of a draw, asked for once in a statement. */
export const cycleOfDraw = (drawId: number) => sql`(select cycle_id from draw where draw.id = ${drawId})`;
