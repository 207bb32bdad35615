import type { Act } from './pair-act.ts';
import type { Place, Stage } from './pair-stage.ts';

/** Who is named on record for what changes a result. */

type Event = { action: string; actor: number | null };

export const lastSeq = async ({ server }: Pick<Stage, 'server'>): Promise<number> => {
  const { rows } = await server.pool.query<{ seq: number | null }>(
    'select max(seq)::float8 as seq from audit_event',
  );
  return rows[0]!.seq ?? 0;
};

/** Events of the record but readings. */
export const eventsAfter = async ({ server }: Pick<Stage, 'server'>, seq: number): Promise<Event[]> => {
  const { rows } = await server.pool.query<Event>(
    `select action, actor_id::float8 as actor from audit_event
      where seq > $1 and action not like '%\\_read' and action not like '%exported' order by seq`,
    [seq],
  );
  return rows;
};

/** The steps by which results may change. */
const deciding: Partial<Record<Act['name'], string>> = {
  'assignment submit': 'assignment.submitted',
  'assignment exclude': 'assignment.excluded',
  'assignment lock': 'round.closed',
  'beside the next rules': 'cycle.rules_frozen',
};
/** Acts of two persons: who asked stands on record before who agreed. */
const ofTwo: readonly Act['name'][] = [
  'assignment exclude',
  'beside an earlier end',
  'beside the next rules',
];

/** Drafts have their own history, and are no steps. */
const DRAFT: Act['name'] = 'assignment begin';

const takerIdOf = ({ performer, people, projects }: Stage, { by }: Act, place: Place) => {
  if (by === 'expert') return place.expert.id;
  if (by === 'school') return people.school.id;
  return by === 'applicant' ? projects.find(({ id }) => id === place.project)!.userId : performer.id;
};

type Happened = { act: Act; place: Place; events: readonly Event[]; hasChanged: boolean };

/** What is not as it should be in the record of an act. */
export const unnamedIn = (stage: Stage, { act, place, events, hasChanged }: Happened): string[] => {
  const told = JSON.stringify(events);
  if (act.by === 'clock') return hasChanged ? [`time alone changed a result: ${told}`] : [];
  const taker = takerIdOf(stage, act, place);
  const second = stage.people.second.id;
  const decision = deciding[act.name];
  const wrong: string[] = [];
  const isTwo =
    ofTwo.includes(act.name) ||
    (act.name === 'assignment lock' && events.some(({ action }) => action === 'confirmation.asked'));
  if (act.name !== DRAFT && !events.some(({ actor }) => actor === taker))
    wrong.push(`its person is not on record: ${told}`);
  if (events.some(({ actor }) => actor !== taker && !(isTwo && actor === second)))
    wrong.push(`others are on record for it: ${told}`);
  const by = (action: string) => events.find((event) => event.action === action)?.actor;
  if (isTwo && (by('confirmation.asked') !== taker || by('confirmation.confirmed') !== second))
    wrong.push(`two persons are not on record for it: ${told}`);
  if (hasChanged && (decision === undefined || by(decision) === undefined))
    wrong.push(`a result changed without a decision on record: ${told}`);
  return wrong;
};
