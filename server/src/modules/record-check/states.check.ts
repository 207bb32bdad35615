import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { workflow as assignments } from '../assignment/assignment-workflow.ts';
import { workflow as cycles } from '../cycle/cycle-workflow.ts';
import { workflow as draws } from '../draw/draw-workflow.ts';
import { workflow as projects } from '../project/project-workflow.ts';
import { type Check, inBatches, lastEvent, LOADED, type Report } from './check.ts';

/** Records with states, the state in which they begin without an event, and the actions of their events. */
export const machines = [
  // An assignment is placed by an event, whatever its first state; older ones were not.
  {
    ...assignments,
    name: '送审状态',
    first: null,
    made: ['assignment.placed'],
    unsaid: ['proposed', 'dropped'],
  },
  { ...projects, name: '申报状态', first: 'draft', made: [], unsaid: [] },
  { ...cycles, name: '批次状态', first: 'draft', made: [], unsaid: [] },
  { ...draws, name: '抽取状态', first: 'planned', made: [], unsaid: [] },
] as const;

type Row = { id: number; state: string; seq: number | null; told: string | null };

const compare = async (db: Db, report: Report, machine: (typeof machines)[number]) => {
  const actions = [...Object.values<string>(machine.actions), ...machine.made, LOADED];
  const unsaid: readonly string[] = machine.unsaid;
  for await (const rows of inBatches<Row>(
    db,
    (page, after) => sql`select row.id, row.state, told.seq, told.detail ->> 'to' as told
      from (select id, state from ${sql.table(machine.table)} where id > ${after} ${page}) as row
      ${lastEvent(machine.table, sql`row.id`, actions, sql`event.detail ? 'to'`)} order by row.id`,
  )) {
    report.compared(rows.length);
    for (const { id, state, seq, told } of rows) {
      if (state === (told ?? machine.first)) continue;
      if (told === null && unsaid.includes(state)) {
        report.silent(1);
        continue;
      }
      const problem =
        told === null ? `状态为「${state}」，没有事件说明` : `状态为「${state}」，事件记为「${told}」`;
      report.found({ table: machine.table, id, seq, problem });
    }
  }
};

/** Replays states: each row is where its last event led. */
export const stateChecks: readonly Check[] = machines.map((machine) => ({
  name: machine.name,
  run: (db, report) => compare(db, report, machine),
}));
