import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { checkCharacter } from '@zhiping/shared/rules/id-number.ts';
import { connectionConfig } from '../server/src/platform/database/db.ts';

/**
 * Writes a second by 24 clients through the product, beside the same inserts on the bare driver with as many
 * connections as the product has. Usage: node bench/writes.ts [seconds]
 */
const seconds = Number(process.argv[2] ?? 5);
const CLIENTS = 24;
const CONNECTIONS = 10;
const ROUNDS = 3;

type Started = { port: number; admin: string; office: string; school: number; connection: pg.ClientConfig };
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

const post = async (path: string, token: string, body: object) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/title/api/${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`${answer.status} ${text}`);
};

let number = 0;
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
    const index = (number += 1);
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
    const index = (number += 1);
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

await pool.end();
child.kill('SIGTERM');
