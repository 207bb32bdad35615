import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProduct } from './start-product.ts';

/**
 * 500 experts who type: each pauses a few seconds, writes some characters more and has them saved, as the desk does. In the middle
 * the server is killed and started again; in the end every opinion must be what its expert has typed. Usage: node bench/opinions.ts [seconds]
 */
const EXPERTS = 500;
const seconds = Number(process.argv[2] ?? 60);
const CHARACTERS = 6;
/** As the desk tries again. */
const RETRY_MS = 3000;
const opinionOf = (text: string) => ({
  scores: { topic: 16, method: 25, works: 30, norms: 12 },
  texts: { opinion: text },
  conclusion: 'agree',
  grade: null,
});

/** Owns the database and answers no requests; the measured node is a process that can be killed. */
const product = await startProduct();
const { rows: tasks } = await product.pool.query<{ id: string; username: string }>(
  `with template as (
     select assignment.* from assignment where state in ('accepted', 'reviewing') limit 1
   ), holder as (select expert.* from expert join template on expert.id = template.expert_id
   ), users as (
     insert into sys_user (username, nick_name, password_hash, must_change_password, dept_id)
     select 'bench' || n, '压测' || n, '', false, 20 from generate_series(1, $1) as n returning id, username
   ), roles as (insert into user_role (user_id, role_id) select id, 6 from users
   ), experts as (
     insert into expert (user_id, name, school_id, accepted_at, confirmed_at, title_series, title_level)
     select users.id, username, school_id, accepted_at, confirmed_at, title_series, title_level from users, holder
     returning id, name
   )
   insert into assignment (cycle_id, project_id, expert_id, slot, state, parts, released_at, due_at, accepted_at)
   select cycle_id, project_id, experts.id, 1000 + experts.id, 'accepted', parts, released_at, now() + interval '30 days', accepted_at
   from template, experts
   returning id, (select name from experts where experts.id = expert_id) as username`,
  [EXPERTS],
);
await product.pool.query('analyze');
const typists = await Promise.all(
  tasks.map(async ({ id, username }) => ({ id: Number(id), token: await product.tokenOf(username) })),
);

let child: ChildProcess;
let port = 0;
const startNode = async () => {
  child = fork(fileURLToPath(new URL('second-node.ts', import.meta.url)), [
    JSON.stringify(product.connection),
  ]);
  [{ port }] = (await once(child, 'message')) as [{ port: number }];
};
await startNode();

const agent = new http.Agent({ keepAlive: true });
type Saved = { status: number; ms: number; version?: number };
const save = (id: number, token: string, body: object) =>
  new Promise<Saved>((resolve, reject) => {
    const text = JSON.stringify(body);
    const start = performance.now();
    const request = http.request(
      {
        agent,
        method: 'PUT',
        host: '127.0.0.1',
        port,
        path: `/title/api/review/${id}`,
        headers: {
          authorization: token,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      },
      (answer) => {
        const pieces: string[] = [];
        answer.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            ...(JSON.parse(pieces.join('') || '{}') as object),
            status: answer.statusCode ?? 500,
            ms: performance.now() - start,
          }),
        );
      },
    );
    request.on('error', reject).end(text);
  });

const times = { 'before the kill': [] as number[], 'after it': [] as number[] };
let phase: keyof typeof times = 'before the kill';
let unanswered = 0;
let refused = 0;
const typed = new Map<number, string>();
const end = performance.now() + seconds * 1000;

/** Sends what is typed until it is acknowledged; one that arrived without an answer is found by its version. */
const keep = async ({ id, token }: (typeof typists)[number], version: number): Promise<number> => {
  const body = { opinion: opinionOf(typed.get(id)!), client: `bench${id}`, seconds: 3 };
  for (let attempt = version; ;) {
    const saved = await save(id, token, { version: attempt, ...body }).catch(() => undefined);
    if (saved?.status === 200) {
      times[phase].push(saved.ms);
      return saved.version!;
    }
    if (saved?.status === 409 && attempt === version) attempt = version + 1;
    else if (saved) throw new Error(`a save was refused with ${saved.status}`);
    else unanswered += 1;
    await pause(RETRY_MS);
  }
};

const typist = async (one: (typeof typists)[number]) => {
  let version = 0;
  typed.set(one.id, '');
  await pause(Math.random() * 20_000);
  while (performance.now() < end) {
    typed.set(one.id, typed.get(one.id)! + '字'.repeat(CHARACTERS));
    version = await keep(one, version).catch((error: unknown) => {
      refused += 1;
      console.error(error);
      return version;
    });
    await pause(2000 + Math.random() * 4000);
  }
};

const killInTheMiddle = async () => {
  await pause(seconds * 500);
  phase = 'after it';
  child.kill('SIGKILL');
  await once(child, 'exit');
  const start = performance.now();
  await startNode();
  console.log(`killed, and answering again after ${((performance.now() - start) / 1000).toFixed(1)} s`);
};
await Promise.all([killInTheMiddle(), ...typists.map(typist)]);

for (const [name, all] of Object.entries(times)) {
  all.sort((one, other) => one - other);
  const at = (share: number) => (all[Math.floor(all.length * share)] ?? Number.NaN).toFixed(0);
  console.log(`saves ${name}: ${all.length}, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`);
}
console.log(`${unanswered} without an answer, ${refused} refused`);
const { rows } = await product.pool.query<{ id: string; text: string }>(
  `select assignment_id as id, opinion -> 'texts' ->> 'opinion' as text from review where assignment_id = any($1)`,
  [typists.map(({ id }) => id)],
);
const kept = new Map(rows.map(({ id, text }) => [Number(id), text.length]));
let [keys, lost] = [0, 0];
for (const [id, text] of typed) {
  keys += text.length;
  lost += text.length - (kept.get(id) ?? 0);
}
console.log(`${keys} characters typed, ${lost} lost`);
child!.kill('SIGTERM');
await product.stop();
