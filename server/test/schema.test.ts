import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './harness.ts';
import { type Column as StoredColumn, rowTypesOf } from './row-types.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Declared = { type: string; nullable: boolean };

/** Files that people write row types in, each as the members of one type. */
const sources = [
  'schema.ts',
  'schema-experts.ts',
  'schema-review.ts',
  'schema-blind.ts',
  'schema-conflict.ts',
  'schema-round.ts',
  'schema-work.ts',
];

/** Tables and columns as they are declared. */
const declared = (): Map<string, Map<string, Declared>> => {
  const body = sources
    .map((name) => readFileSync(new URL(`../src/platform/database/${name}`, import.meta.url), 'utf8'))
    .map((source) => source.slice(source.search(/^(?:export )?type \w*Schema = /m)))
    .join('\n');
  const tables = [...body.matchAll(/^ {2}(\w+): \{([^}]*)\};/gm)];
  return new Map(
    tables.map(([, table, columns]) => [
      table as string,
      new Map(
        [...(columns as string).matchAll(/(\w+): ([^;]+?)(?:;|$)/g)].map(([, name, type]) => [
          name as string,
          { type: (type as string).trim(), nullable: /\bnull\b|MaybeTime/.test(type as string) },
        ]),
      ),
    ]),
  );
};

const typeOf: Record<string, RegExp> = {
  bigint: /number/,
  integer: /number/,
  smallint: /number|0 \| 1 \| 2/,
  boolean: /boolean/,
  'double precision': /number/,
  text: /string|'|DataScope|Gender|FileFormat|FileType|TaskState|DayKind|CommitmentKind|CycleState|EligibilityVerdict|ProjectState|CheckStep|MaterialType|MaterialFormat|MaterialOutcome|TitleLevel|ConflictKind|ConflictSource|Severity|RelationKind|DrawState|DrawRunKind|ChangeKind|AssignmentState|Answer|BlindState|CopyProblem|MarkKind|IntegrityRole/,
  character: /string/,
  uuid: /string/,
  date: /string/,
  bytea: /Buffer/,
  jsonb: /JSONColumnType/,
  'timestamp with time zone': /Time|Now/,
  _text: /string\[\]|PageDoubt\[\]/,
  _int8: /number\[\]/,
};

const findColumns = async () => {
  const { rows } = await server.pool.query<StoredColumn>(
    `select table_name, column_name, is_nullable, case data_type when 'ARRAY' then udt_name else data_type end as data_type,
       column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as has_default
     from information_schema.columns
     where table_schema = 'public' and table_name <> 'migration'
     order by table_name, ordinal_position`,
  );
  return rows;
};

test('row types match the migrated database, column by column', async () => {
  const tables = declared();
  const rows = (await findColumns()).filter(({ table_name }) => tables.has(table_name));
  const names = rows.map((row) => `${row.table_name}.${row.column_name}`).toSorted();
  const declaredNames = [...tables].flatMap(([table, columns]) =>
    [...columns.keys()].map((name) => `${table}.${name}`),
  );
  expect(declaredNames.toSorted()).toEqual(names);
  for (const row of rows) {
    const column = tables.get(row.table_name)?.get(row.column_name) as Declared;
    const label = `${row.table_name}.${row.column_name}`;
    expect(column.type, label).toMatch(typeOf[row.data_type] as RegExp);
    expect(column.nullable, label).toBe(row.is_nullable === 'YES');
  }
});

test('row types that nobody wrote are those of the migrated database', async () => {
  const tables = declared();
  const rows = (await findColumns()).filter(({ table_name }) => !tables.has(table_name));
  await expect(rowTypesOf(rows)).toMatchFileSnapshot('../src/platform/database/schema-plain.ts');
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
  'draw.plan': 'the plan of a draw',
  'draw.counts': 'counts of a roster',
  'draw.outcome': 'counts of a result',
  'draw_run.answer': 'figures and changes of one draw, gone with its release',
  'draw_why.answer': 'experts of one file by id, with words that name none',
  'draw_step.changes': 'places of applications and experts by id',
  'draw_step.inputs': 'pairs and loads by id',
  'review.opinion': 'points and texts of an opinion',
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
