import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { paramsOf } from '@zhiping/shared/rules/assignment/testing/random-selection.ts';
import { inventConflicts } from './invent-conflicts.ts';
import { measureOne } from './measure-lists.ts';

/**
 * The pages of a draw of a province and of its result, with a roster and a result of real size; and once more while the
 * draw is repeated with other seeds in the background. Usage: node bench/draw-lists.ts [projects] [experts] [seconds]
 */
const applications = Number(process.argv[2] ?? 20_000);
const experts = Number(process.argv[3] ?? 10_000);
const seconds = Number(process.argv[4] ?? 3);

type Started = { port: number; token: string; connection: pg.ClientConfig };
const child = fork(fileURLToPath(new URL('conflicts-server.ts', import.meta.url)), ['', 'work']);
const [{ port, token, connection }] = (await once(child, 'message')) as [Started];
const database = new pg.Client(connection);
await database.connect();
const { cycleId } = await inventConflicts(database, { applications, experts });

/** Five experts a file, twenty-five conflicts a file; numbers stand for what hashes would be. */
const parts = `{"match": 9500, "ring": 0, "rating": 500, "warning": 0, "noise": 321, "load": 75, "total": 10246}`;
/** One of 672 classes. */
const subjects = `(select jsonb_build_array(jsonb_build_array('under', c, c || p, c || p || lpad((1 + at % 6)::text, 2, '0')))
  from (select lpad((1 + at % 14)::text, 2, '0') as c, lpad((1 + at / 14 % 8)::text, 2, '0') as p) as parts)`;
const params = JSON.stringify(paramsOf({ mode: 'drawOptimise' }));
const { rows } = await database.query<{ id: number }>(
  `with files as (select id, row_number() over (order by id)::integer as at from project where cycle_id = $1),
    pool as (select array_agg(id order by id) as ids, count(*)::integer as size from expert),
    pairs as (select files.id as file, ids[(at * 7 + slot * 1999) % size + 1] as expert, slot
      from files, pool, generate_series(1, 5) as slot)
  insert into draw (cycle_id, no, plan, state, office_commit, office_by, office_secret, roster, roster_hash, seed, result, result_hash,
    create_time)
  select $1, 1, '{"mode": "drawOptimise", "isWitnessed": false, "noise": 10, "reserves": 3}', 'drawn', 'c', 1, 's', jsonb_build_object('form', 1,
      'cycle', jsonb_build_object('id', $1::bigint, 'ruleVersion', 1, 'ruleHash', repeat('0', 64)), 'params', $2::jsonb,
      'files', (select jsonb_agg(jsonb_build_object('id', id, 'need', 5, 'series', 'teacher', 'level', 'fullSenior', 'schoolId', 100001,
        'province', '北京市', 'subjects', ${subjects})) from files),
      'experts', (select jsonb_agg(jsonb_build_object('id', id, 'openLoad', 0, 'isEnabled', true, 'cap', 20, 'floor', 0, 'rating', 3,
        'schoolId', 100002 + at % 900, 'lastDrawnDay', null, 'isAbsent', false, 'hasContact', true, 'isApplicant', false, 'province', '河北省', 'series', 'teacher', 'level', 'fullSenior', 'isConfirmed', true, 'isRetired', false,
        'subjects', ${subjects}, 'termEndsAt', '2028-12-31'))
        from (select id, row_number() over (order by id)::integer as at from expert) as numbered),
      'conflicts', (select jsonb_agg(jsonb_build_object('file', id, 'expert', ids[(at * 3 + n) % size + 1], 'severity', 'block'))
        from files, pool, generate_series(1, 25) as n))::text, 'r', 'd',
    jsonb_build_object('form', 1, 'reserves', '[]'::jsonb, 'short', '[]'::jsonb, 'unfilled', 0,
      'pairs', (select jsonb_agg(jsonb_build_object('file', file, 'expert', expert, 'parts', '${parts}'::jsonb)) from pairs))::text, 'e', now()
  returning id`,
  [cycleId, params],
);
const drawId = rows[0]!.id;
await database.query(
  `with files as (select id, row_number() over (order by id)::integer as at from project where cycle_id = $1),
    pool as (select array_agg(id order by id) as ids, count(*)::integer as size from expert)
  insert into assignment (cycle_id, project_id, expert_id, draw_id, slot, state, parts)
  select $1, files.id, ids[(at * 7 + slot * 1999) % size + 1], $2, slot, 'proposed', '${parts}'
  from files, pool, generate_series(1, 5) as slot`,
  [cycleId, drawId],
);
// State of a running round: nearly all experts may review, projects have a level, and the conflicts of the roster
// exist.
await database.query('set session_replication_role = replica');
await database.query(`update expert set confirmed_at = now(), phone = '138' || lpad(id::text, 8, '0'), email = 'e' || id || '@example.cn',
  term_start = '2026-01-01', term_ends_at = '2028-12-31', rating = case when id % 100 = 0 then 0 else 3 end, title_series = 'teacher',
  title_level = 'fullSenior', title_name = '教授', gender = '男', birth_date = '1970-01-01' where confirmed_at is null and accepted_at is not null`);
await database.query(
  `update project set title_series = 'teacher', title_level = 'fullSenior' where cycle_id = $1 and title_level is null`,
  [cycleId],
);
await database.query(
  `with files as (select id, row_number() over (order by id)::integer as at from project where cycle_id = $1),
    pool as (select array_agg(id order by id) as ids, count(*)::integer as size from expert)
  insert into conflict (cycle_id, project_id, expert_id, kind, severity, evidence, source, computed_at)
  select $1, files.id, ids[(at * 3 + n * 17) % size + 1], 'formerUnit', 'block', '同单位', 'history', now()
  from files, pool, generate_series(1, 25) as n on conflict do nothing`,
  [cycleId],
);
await database.query('reset session_replication_role');
await database.query('vacuum analyze');
await database.query('vacuum analyze draw, draw_file, assignment');
const { rows: sizes } = await database.query(
  'select octet_length(roster) / 1000000 as roster, octet_length(result) / 1000000 as result from draw where id = $1',
  [drawId],
);
console.log('megabytes', sizes[0]);

const files = (query: string) => `/title/api/draw-result?size=20&id=${drawId}&${query}`;
const questions = [
  ['draws', '/title/api/draw?size=20'],
  ['one draw', `/title/api/draw/${drawId}`],
  ['what speaks against it', `/title/api/draw/${drawId}/standing`],
  ['result in figures', `/title/api/draw/${drawId}/result`],
  ['its files', files('')],
  ['page 900', files('page=899')],
  ['files that lack somebody', files('kind=short')],
  ['files with conflicts', files('kind=flagged')],
  ['changed by hand', files('kind=byHand')],
  ['a number', files('blurry=B-012')],
  ['a name', files(`blurry=${encodeURIComponent('王伟')}`)],
  ['assignments', `/title/api/assignment?size=20&cycleId=${cycleId}`],
  ['assignments to replace', `/title/api/assignment?size=20&cycleId=${cycleId}&mark=flagged`],
  ['round in numbers', `/title/api/assignment/summary?cycleId=${cycleId}`],
  ['board', `/title/api/assignment/board?cycleId=${cycleId}&by=school`],
] as const;
for (const [name, path] of questions) await measureOne(port, { name, paths: [path], token }, seconds);
const repeat = await fetch(`http://127.0.0.1:${port}/title/api/draw/${drawId}/repeat`, {
  method: 'POST',
  headers: { authorization: token },
});
if (!repeat.ok) throw new Error(await repeat.text());
console.log('while the draw is repeated:');
for (const [name, path] of questions) await measureOne(port, { name, paths: [path], token }, seconds);
const { rows: tasks } = await database.query(
  `select state, done, error, extract(epoch from clock_timestamp() - create_time)::integer as seconds
    from task where kind = 'draw.repeat'`,
);
console.log('replays', tasks[0]);
if (process.env['STAY']) {
  console.log(JSON.stringify(connection));
  await once(process.stdin, 'data');
}
await database.end();
child.kill('SIGTERM');
