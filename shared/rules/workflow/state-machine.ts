import type { Ability, Denial } from './denial.ts';

/**
 * One line of a state machine: in state `from`, `event` by one of `who` leads to `to`, unless the guard denies it. `Case` is
 * what the guards look at.
 */
export type Transition<State extends string, Event extends string, Who extends string, Case> = {
  from: State;
  event: Event;
  to: State;
  who: readonly Who[];
  guard?: (subject: Case) => Denial | null;
};

/** A state machine is a table. Words are Chinese, for messages and buttons. */
export type StateMachine<State extends string, Event extends string, Who extends string, Case = object> = {
  /** Noun for the moved row: 申报, 资料变更. */
  noun: string;
  states: Record<State, string>;
  events: Record<Event, string>;
  transitions: readonly Transition<State, Event, Who, Case>[];
};

/** Why something cannot be done in a state: 申报目前为「已提交」，不能「退回」. Quoted, since names of events are no verbs at times. */
export const notInState = (
  { noun, states }: Pick<StateMachine<string, string, string>, 'noun' | 'states'>,
  state: string,
  doing: string,
): string => `${noun}目前为「${states[state]}」，不能「${doing}」`;

/**
 * The line that an event would follow, or why it may not happen. Codes: `state.role` (this event is not for you),
 * `state.impossible` (not in this state), or the guard's own.
 */
export const findTransition = <State extends string, Event extends string, Who extends string, Case>(
  machine: StateMachine<State, Event, Who, Case>,
  state: State,
  event: Event,
  who: readonly Who[],
  subject: Case,
): { transition: Transition<State, Event, Who, Case> } | { denial: Denial } => {
  const lines = machine.transitions.filter((line) => line.event === event);
  const own = lines.filter((line) => line.who.some((one) => who.includes(one)));
  if (own.length === 0)
    return { denial: { code: 'state.role', message: `您不能「${machine.events[event]}」` } };
  const transition = own.find((line) => line.from === state);
  if (!transition) {
    const message = notInState(machine, state, machine.events[event]);
    return { denial: { code: 'state.impossible', message } };
  }
  const denial = transition.guard?.(subject) ?? null;
  return denial ? { denial } : { transition };
};

/**
 * Abilities of an actor on the row: each event that they can ever take, `true` or the present reason why not. Other
 * events are missing, like buttons without permission.
 */
export const eventsFor = <State extends string, Event extends string, Who extends string, Case>(
  machine: StateMachine<State, Event, Who, Case>,
  state: State,
  who: readonly Who[],
  subject: Case,
): Partial<Record<Event, Ability>> => {
  const events = new Set(
    machine.transitions.filter((line) => line.who.some((one) => who.includes(one))).map(({ event }) => event),
  );
  const found = [...events].map((event) => {
    const result = findTransition(machine, state, event, who, subject);
    return [event, 'denial' in result ? result.denial.message : true] as const;
  });
  return Object.fromEntries(found) as Partial<Record<Event, Ability>>;
};

/**
 * From which states an event leads on, and where to: for statements that find and move their rows at once. Throws where its
 * lines lead to several states, which is a fault of the table.
 */
export const stepOf = <State extends string, Event extends string, Who extends string, Case>(
  machine: StateMachine<State, Event, Who, Case>,
  event: Event,
): { from: State[]; to: State } => {
  const lines = machine.transitions.filter((line) => line.event === event);
  const [first, ...others] = lines;
  if (!first || others.some(({ to }) => to !== first.to))
    throw new Error(`${event} of ${machine.noun} does not lead to one state`);
  return { from: lines.map(({ from }) => from), to: first.to };
};
