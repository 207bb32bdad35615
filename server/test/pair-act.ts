import type { AssignmentEvent } from '@zhiping/shared/rules/assignment/states.ts';
import { assignmentMachine } from '@zhiping/shared/rules/assignment/states.ts';
import { type CycleEvent, cycleMachine } from '@zhiping/shared/rules/cycle/states.ts';
import { type ProjectEvent, projectMachine } from '@zhiping/shared/rules/project/states.ts';
import type { Place, Stage } from './pair-stage.ts';

/** What a pair is made of: an event of a table of states, or what changes a round beside them. */

export type ActName =
  | `assignment ${AssignmentEvent}`
  | `project ${ProjectEvent}`
  | `cycle ${CycleEvent}`
  | `beside ${string}`;

export type Outcome = { status: number; code: string; message: string };

export type Act = {
  name: ActName;
  by: 'expert' | 'office' | 'applicant' | 'school' | 'clock';
  /** Concerns other places too, so that no other pair follows in its stage. */
  isShared: boolean;
  call: (stage: Stage, place: Place, token: string) => Promise<Outcome>;
  /** What has happened after the call changed something. */
  happened: (stage: Stage, place: Place) => void | Promise<void>;
};

type Answer = { status: number; error?: { code?: string; message?: string } };
export const outcomeOf = ({ status, error }: Answer): Outcome => ({
  status,
  code: error?.code ?? '',
  message: error?.message ?? '',
});
/** Of a call for many, as for this one. */
export const outcomeOfMany = (answer: Answer & { body: { failed: { message: string }[] } }): Outcome => {
  const failed = answer.status === 200 ? answer.body.failed[0] : undefined;
  return failed ? { status: 400, code: 'in a report', message: failed.message } : outcomeOf(answer);
};

/** Moves a place as the table says; an event that leads nowhere from its state is a fault of the product. */
export const follow = (place: Place, event: AssignmentEvent) => {
  const line = assignmentMachine.transitions.find((one) => one.from === place.state && one.event === event);
  if (!line) throw new Error(`${event} of ${place.state} is in no line of the table`);
  place.state = line.to;
};

export const versionOf = async ({ server }: Stage, table: 'assignment' | 'project' | 'cycle', id: number) => {
  const { rows } = await server.pool.query<{ version: number }>(
    `select version from ${table} where id = $1`,
    [id],
  );
  return rows[0]!.version;
};

/** The events of all tables of states that a round knows. */
export const eventNames: ActName[] = [
  ...(Object.keys(assignmentMachine.events) as AssignmentEvent[]).map((one) => `assignment ${one}` as const),
  ...(Object.keys(projectMachine.events) as ProjectEvent[]).map((one) => `project ${one}` as const),
  ...(Object.keys(cycleMachine.events) as CycleEvent[]).map((one) => `cycle ${one}` as const),
];
