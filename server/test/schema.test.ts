import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { type Column, narrowedColumns, rowTypesOf } from './row-types.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const columnTypes = readFileSync(
  new URL('../src/platform/database/column-types.ts', import.meta.url),
  'utf8',
);

test('row types are those of the migrated database', async () => {
  const { rows } = await server.pool.query<Column>(
    `select table_name, column_name, is_nullable, case data_type when 'ARRAY' then udt_name else data_type end as data_type,
       column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as has_default,
       is_generated = 'ALWAYS' or coalesce(identity_generation = 'ALWAYS', false) as is_always
     from information_schema.columns
     where table_schema = 'public' and table_name <> 'migration'
     order by table_name, ordinal_position`,
  );
  const source = rowTypesOf(rows, narrowedColumns(columnTypes));
  await expect(source).toMatchFileSnapshot('../src/platform/database/schema.ts');
});

/** Columns whose schools and subjects are followed when they are read. */
const FOLLOWED = ['draft.form', 'expert_change.form', 'project.form', 'saved_view.query', 'task.payload'];
/** Other columns of that kind, and why nothing in them is followed. */
const PLAIN = {
  'cycle.rules': 'settings of rules by code',
  'cycle.proofs': 'names of proofs',
  'cycle.form': 'criteria and texts',
  'cycle.commitments': 'ids of texts that are never deleted',
  'rule_set.content': 'frozen as it was decided by',
  'project_snapshot.content': 'frozen as it was handed in',
  'assignment.parts': 'points of a pair',
  'assignment_basis.units': 'what held when an assignment was made, judged by the register of the day',
  'assignment_basis.conflicts': 'what held when an assignment was made',
  'confirmation.input': 'parameters of an act as it was asked for',
  'draw.plan': 'the plan of a draw',
  'record_check.chain': 'sentences of a check',
  'record_check.results': 'figures of a check',
  'draw.counts': 'counts of a roster',
  'draw.outcome': 'counts of a result',
  'draw_run.answer': 'figures and changes of one draw, gone with its release',
  'draw_why.answer': 'experts of one file by id, with words that name none',
  'draw_step.changes': 'places of applications and experts by id',
  'draw_step.inputs': 'pairs and loads by id',
  'review.opinion': 'points and texts of an opinion',
  'review.submitted': 'points and texts of an opinion',
  'review_revision.opinion': 'points and texts of an opinion',
  'project_return.reasons': 'paths of the form and what was said there',
  'unit_publicity.people': 'the table of a notice as it was put up',
  'conflict_source.facts': 'made anew from snapshot and register, also when a school is merged',
  'eligibility_check.items': 'frozen as it was decided',
  'blind_mark.places': 'rectangles on pages',
  'audit_event.detail': 'what happened stays as it happened',
  'task.result': 'a report of what was done',
  'outbox.notice': 'words for a message that goes out soon',
  'sys_user.preferences': 'switches by name',
};

test('no column that may hold a school or a subject in passing is forgotten', async () => {
  const { rows } = await server.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and (data_type in ('json', 'jsonb') or column_name = 'query')`);
  const known = [...FOLLOWED, ...Object.keys(PLAIN)];
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
