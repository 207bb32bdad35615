import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

/**
 * Requests a second of real answers beside bare node:http and bare Fastify answering the same bytes, in one run and in
 * turns, since the machine may be shared. Usage: node bench/http.ts [rounds] [seconds]
 */

const rounds = Number(process.argv[2] ?? 5);
const duration = Number(process.argv[3] ?? 4);
const CONNECTIONS = 50;

type Message = { port: number; token?: string; connection?: object; schools?: object[] };
type Started = Message & { child: ChildProcess };
type Contestant = { name: string; port: number; path: string };

const start = async (script: string, args: string[] = []): Promise<Started> => {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), args);
  const [message] = (await once(child, 'message')) as [Message];
  return { child, ...message };
};

const measure = async (port: number, path: string, headers: Record<string, string>) => {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    connections: CONNECTIONS,
    duration,
    headers,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} failed`);
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
};

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

const own = await start('own-server.ts');
const headers = { authorization: own.token as string };

/** Let the contestants answer in turns and print each beside the one named `base`. */
const compare = async (title: string, contestants: Contestant[], base: string) => {
  const running = contestants.map((contestant) => ({
    ...contestant,
    rounds: [] as Awaited<ReturnType<typeof measure>>[],
  }));
  for (let round = 0; round <= rounds; round += 1)
    for (const contestant of running) {
      const measured = await measure(contestant.port, contestant.path, headers);
      // The first round warms up.
      if (round > 0) contestant.rounds.push(measured);
    }
  const baseRps = median(running.find(({ name }) => name === base)?.rounds.map(({ rps }) => rps) ?? []);
  console.log(`\n${title}  (${CONNECTIONS} connections, ${rounds} rounds of ${duration} s)`);
  for (const { name, rounds: measured } of running) {
    const rps = measured.map((one) => one.rps);
    const [low, high] = [Math.min(...rps), Math.max(...rps)].map(Math.round);
    const latency = `p50 ${median(measured.map(({ p50 }) => p50))} ms, p99 ${median(measured.map(({ p99 }) => p99))} ms`;
    console.log(
      `${name.padEnd(22)} ${Math.round(median(rps))} req/s (${low}–${high}), ${(median(rps) / baseRps).toFixed(2)} of ${base}, ${latency}`,
    );
  }
};

const SCHOOLS = '/title/api/school?page=0&size=10';
for (const path of ['/title/auth/info', '/title/api/subject?page=0&size=10', SCHOOLS]) {
  const body = await (await fetch(`http://127.0.0.1:${own.port}${path}`, { headers })).text();
  const node = await start('bare-servers.ts', ['node', body]);
  const fastify = await start('bare-servers.ts', ['fastify', body]);
  const contestants = [
    { name: 'node:http', port: node.port, path: '/' },
    { name: 'Fastify', port: fastify.port, path: '/' },
    { name: '职评', port: own.port, path },
  ];
  await compare(`${path}, ${Buffer.byteLength(body)} bytes`, contestants, 'Fastify');
  node.child.kill();
  fastify.child.kill();
}

// The list asks the database twice each time; beside it a bare Fastify that asks it the same.
const asking = JSON.stringify({ connection: own.connection, statements: own.schools });
const fastify = await start('bare-servers.ts', ['asking', asking]);
await compare(
  `${SCHOOLS}, beside the same statements`,
  [
    { name: 'Fastify with database', port: fastify.port, path: '/' },
    { name: '职评', port: own.port, path: SCHOOLS },
  ],
  'Fastify with database',
);
fastify.child.kill();
own.child.kill('SIGTERM');
