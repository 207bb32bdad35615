import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { checkCharacter } from '@zhiping/shared/rules/person/id-number.ts';
import { connectionConfig } from '../server/src/platform/database/db.ts';

/**
 * Writes a second by 24 clients through the product, beside the same inserts on the bare driver with as many
 * connections as the product has; then drafts saved by 500 people who type. Usage: node bench/writes.ts [seconds]
 */
const seconds = Number(process.argv[2] ?? 5);
const CLIENTS = 24;
const CONNECTIONS = 10;
const ROUNDS = 3;

type Started = {
  port: number;
  admin: string;
  office: string;
  school: number;
  typing: string[];
  connection: pg.ClientConfig;
};
const child = fork(fileURLToPath(new URL('writes-server.ts', import.meta.url)));
const [server] = (await once(child, 'message')) as [Started];
const pool = new pg.Pool({ ...connectionConfig(server.connection), max: CONNECTIONS });

/** Let all clients write for a while; answers how many writes a second they got done. */
const measure = async (write: () => Promise<unknown>) => {
  const start = performance.now();
  let count = 0;
  const client = async () => {
    while (performance.now() - start < seconds * 1000) {
      await write();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return Math.round(count / ((performance.now() - start) / 1000));
};

// One connection a client, as browsers keep theirs; fetch would cost more than the calls do.
const agent = new http.Agent({ keepAlive: true });

const send = (method: 'POST' | 'PUT', path: string, token: string, body: object) =>
  new Promise<void>((resolve, reject) => {
    const text = JSON.stringify(body);
    const options = {
      agent,
      method,
      host: '127.0.0.1',
      port: server.port,
      path: `/title/api/${path}`,
      headers: {
        authorization: token,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      },
    };
    const request = http.request(options, (answer) => {
      const pieces: string[] = [];
      answer.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
      answer.on('end', () =>
        (answer.statusCode ?? 500) < 300
          ? resolve()
          : reject(new Error(`${answer.statusCode} ${pieces.join('')}`)),
      );
    });
    request.on('error', reject).end(text);
  });
const post = (path: string, token: string, body: object) => send('POST', path, token, body);

let number = 0;
let people = 0;
const phone = (index: number) => `177${String(index).padStart(8, '0')}`;
const idCard = (index: number) => {
  const first17 = `3301${10 + Math.floor(index / 999)}19550505${String(1 + (index % 999)).padStart(3, '0')}`;
  return first17 + checkCharacter(first17);
};

const writes: Record<string, () => Promise<unknown>> = {
  'bare driver: a position and its audit event': async () => {
    const name = `bare ${(number += 1)}`;
    const client = await pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ id: number }>(
      'insert into job (name, enabled, job_sort, update_by) values ($1, true, 1, $2) returning id',
      [name, 'admin'],
    );
    await client.query(
      'insert into audit_event (actor_id, action, entity, entity_id, detail) values (1, $1, $2, $3, $4)',
      ['job.created', 'job', rows[0]?.id, JSON.stringify({ name, enabled: true, jobSort: 1 })],
    );
    await client.query('commit');
    client.release();
  },
  'product: a position and its audit event': () =>
    post('job', server.admin, { name: `product ${(number += 1)}`, enabled: true, jobSort: 1 }),
  'product: a user': () => {
    const index = (people += 1);
    const user = {
      username: `written${index}`,
      nickName: '写入',
      phone: phone(index),
      email: `written${index}@example.org`,
      gender: '男',
      enabled: true,
    };
    return post('users', server.admin, {
      ...user,
      dept: { id: server.school },
      roles: [{ id: 9 }],
      jobs: [],
    });
  },
  'product: an expert': () => {
    const index = (people += 1);
    return post('expert', server.office, {
      name: '新增测试',
      idCard: idCard(index),
      phone: phone(index),
      schoolId: server.school,
      titleSeries: '1',
      titleLevel: 'fullSenior',
      titleName: '教授',
      subjects: [['undergraduate', '08', '0809', 'undergraduate_080901']],
    });
  },
};

for (let round = 1; round <= ROUNDS; round += 1)
  for (const [name, write] of Object.entries(writes))
    console.log(`round ${round}: ${name.padEnd(46)} ${await measure(write)} a second`);

/** All clients save the whole form a second and a half after a key, again and again. */
const PAUSE_MS = 1500;
const form = { department: '物理系', note: '已核对。'.repeat(200) };
const times: number[] = [];
const end = performance.now() + Math.max(10, seconds) * 1000;
const typist = async (token: string) => {
  await pause(Math.random() * PAUSE_MS);
  while (performance.now() < end) {
    const start = performance.now();
    await send('PUT', 'draft/expertProfile/0', token, { baseVersion: 1, form });
    times.push(performance.now() - start);
    await pause(PAUSE_MS);
  }
};
await Promise.all(server.typing.map(typist));
times.sort((one, other) => one - other);
const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0);
console.log(
  `drafts of ${server.typing.length} people: ${times.length} saved, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`,
);

await pool.end();
child.kill('SIGTERM');
