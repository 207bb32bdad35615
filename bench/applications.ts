import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * The last hour of a project window: 2 000 people save their whole form every twenty seconds, while others submit
 * twenty a second, for a minute. Usage: node bench/applications.ts [seconds]
 */
const seconds = Number(process.argv[2] ?? 60);
const TYPING = 2000;
const EVERY_MS = 20_000;
const SUBMISSIONS_A_SECOND = 20;

type Application = { id: number; token: string };
type Started = { port: number; commitmentId: number; applications: Application[] };
const submissions = SUBMISSIONS_A_SECOND * seconds;
const child = fork(fileURLToPath(new URL('applications-server.ts', import.meta.url)), [
  String(TYPING + submissions),
]);
const [server] = (await once(child, 'message')) as [Started];
const agent = new http.Agent({ keepAlive: true });

type Call = { method: 'GET' | 'PUT' | 'POST'; path: string; token: string; body?: object };
type Timed = { ms: number; status: number; body: Record<string, unknown> };

const call = ({ method, path, token, body }: Call) =>
  new Promise<Timed>((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const start = performance.now();
    const request = http.request(
      {
        agent,
        method,
        host: '127.0.0.1',
        port: server.port,
        path: `/title/api/project/${path}`,
        headers: {
          authorization: token,
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        const pieces: string[] = [];
        answer.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
        answer.on('end', () =>
          resolve({
            ms: performance.now() - start,
            status: answer.statusCode ?? 500,
            body: JSON.parse(pieces.join('') || '{}') as Record<string, unknown>,
          }),
        );
      },
    );
    request.on('error', reject).end(text);
  });

const times: Record<'save' | 'submit', number[]> = { save: [], submit: [] };
const failures: string[] = [];
const note = (kind: keyof typeof times, { ms, status, body }: Timed) => {
  times[kind].push(ms);
  if (status >= 300) failures.push(`${kind} ${status} ${JSON.stringify(body).slice(0, 200)}`);
};

const { applications } = server;
const typing = applications.slice(0, TYPING);

/** Opened one after another in the hours before. */
const forms = new Map<number, unknown>();
for (const { id, token } of typing)
  forms.set(id, (await call({ method: 'GET', path: String(id), token })).body['form']);

const end = performance.now() + seconds * 1000;

const typist = async ({ id, token }: Application) => {
  await pause(Math.random() * EVERY_MS);
  let version = 0;
  while (performance.now() < end) {
    const saved = await call({
      method: 'PUT',
      path: `${id}/form`,
      token,
      body: { version, form: forms.get(id) },
    });
    note('save', saved);
    version = saved.body['version'] as number;
    await pause(EVERY_MS);
  }
};

const submitter = async ({ id, token }: Application) => {
  await pause(Math.random() * seconds * 1000);
  const body = { version: 0, commitmentId: server.commitmentId, agreed: true };
  note('submit', await call({ method: 'POST', path: `${id}/submit`, token, body }));
};

await Promise.all([...typing.map(typist), ...applications.slice(TYPING).map(submitter)]);

for (const [kind, all] of Object.entries(times)) {
  all.sort((one, other) => one - other);
  const at = (share: number) => (all[Math.floor(all.length * share)] ?? Number.NaN).toFixed(0);
  console.log(`${kind}: ${all.length}, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`);
}
console.log(failures.length === 0 ? 'no failure' : `${failures.length} failures, the first: ${failures[0]}`);
child.kill('SIGTERM');
