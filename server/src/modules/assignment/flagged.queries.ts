import { type RawBuilder, sql } from 'kysely';

/** Places whose expert must not, or cannot, review the file any more: a conflict came up, or he was disabled. */
export const isFlaggedPlace = sql<boolean>`assignment.state in ('proposed', 'released', 'accepted', 'reviewing', 'returned')
  and (has_blocking_conflict(assignment.project_id, assignment.expert_id)
    or not (select enabled from expert where expert.id = assignment.expert_id))`;

/** The number of a cycle, or where it stands. */
type Id = number | RawBuilder<unknown>;

/** Whom `isFlaggedPlace` flags wherever he is: the disabled, and those who apply in the cycle themselves. */
const away = (cycleId: Id) => sql`(select id from expert where not enabled
  union select expert.id from project as own join expert on expert.person_id = own.person_id
    where own.cycle_id = ${cycleId} and own.no is not null and own.state <> 'withdrawn')`;

/** What `isFlaggedPlace` says of one place, for all places of a cycle: asked for one by one, a province takes seconds. */
export const isFlaggedOfMany = (cycleId: Id) =>
  sql<boolean>`assignment.state not in ('submitted', 'locked') and (assignment.expert_id in ${away(cycleId)}
    or exists (select from conflict where conflict.cycle_id = ${cycleId} and conflict.effective = 'block'
      and conflict.project_id = assignment.project_id and conflict.expert_id = assignment.expert_id))`;

/** The cycle of a draw, asked for once in a statement. */
export const cycleOfDraw = (drawId: number) => sql`(select cycle_id from draw where draw.id = ${drawId})`;
