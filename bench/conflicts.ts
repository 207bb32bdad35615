import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { inventConflicts } from './invent-conflicts.ts';
import { measureOne } from './measure-lists.ts';

/**
 * Conflicts of interest: all of a cycle, first and again; of one project and of one expert after a change; and the
 * lists over them. Usage: node bench/conflicts.ts [projects] [experts] [seconds]
 */
const applications = Number(process.argv[2] ?? 20_000);
const experts = Number(process.argv[3] ?? 10_000);
const seconds = Number(process.argv[4] ?? 3);

type Started = { port: number; token: string; connection: pg.ClientConfig };
const start = async (...args: string[]) => {
  const child = fork(fileURLToPath(new URL('conflicts-server.ts', import.meta.url)), args);
  const [started] = (await once(child, 'message')) as [Started];
  return { child, ...started };
};
const first = await start();
const { connection } = first;
const database = new pg.Client(connection);
await database.connect();
const { cycleId, projectId, expertId } = await inventConflicts(database, { applications, experts });
const { child, port, token } = await start(JSON.stringify(connection));

const call = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`http://127.0.0.1:${port}/title/api/conflict/${path}`, {
    method,
    headers: { authorization: token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
};

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
const memory = async () => {
  child.send('peak');
  const [{ peak }] = (await once(child, 'message')) as [{ peak: number }];
  return peak;
};

/** Ended where nothing waits and nothing runs. */
const computed = async () => {
  for (;;) {
    const { rows } = await database.query(`select exists (select from conflict_due)
      or exists (select from task where kind like 'conflict.%' and state in ('waiting', 'running')) as busy`);
    if (!(rows[0] as { busy: boolean }).busy) return;
    await pause(20);
  }
};

const timed = async (label: string, work: () => Promise<unknown>) => {
  child.send('reset');
  const before = performance.now();
  await work();
  await computed();
  const took = ((performance.now() - before) / 1000).toFixed(2);
  const { rows } = await database.query<{ n: string }>('select count(*) as n from conflict');
  console.log(`${label}: ${took} s, peak ${megabytes(await memory())}, ${rows[0]!.n} conflicts`);
};

await pause(3000);
console.log(`before: peak ${megabytes(await memory())}`);

const compute = () => call('POST', 'compute', { cycleId });
await timed('all of the cycle, the first time', compute);
await database.query('vacuum analyze conflict, conflict_source');
await timed('all of it again', compute);
await timed('one application', () =>
  database.query(`update project set state = 'reported' where id = $1`, [projectId]),
);
await timed('one expert', () =>
  database.query(`update expert set school_id = (select min(school_id) from project) where id = $1`, [
    expertId,
  ]),
);
const { rows: counts } = await database.query(
  'select kind, severity, count(*) as n from conflict group by 1, 2 order by 3 desc',
);
console.table(counts);

const list = (query: string) => `/title/api/conflict?size=20&cycleId=${cycleId}&${query}`;
const questions = [
  ['first page', list('')],
  ['page 400', list('page=399')],
  ['one kind', list('kind=jointWork')],
  ['warnings', list('effective=warn')],
  ['what must not be', list('effective=block')],
  ['decided by people', list('pinned=true')],
  ['a school', list('schoolId=100001')],
  ['a name', list(`blurry=${encodeURIComponent('王伟')}`)],
  ['a number', list('blurry=B-012')],
  ['one application', list(`projectId=${projectId}`)],
  ['one expert', list(`expertId=${expertId}`)],
  ['how they stand', `/title/api/conflict/state?cycleId=${cycleId}`],
] as const;
for (const [name, path] of questions) await measureOne(port, { name, paths: [path], token }, seconds);
if (process.env['STAY']) {
  console.log(JSON.stringify(connection));
  await pause(600_000);
}
await database.end();
child.kill('SIGTERM');
await once(child, 'exit');
first.child.kill('SIGTERM');
