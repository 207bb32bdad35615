import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createServer } from 'vite';
import { root } from './run.ts';

const port = process.env.PORT ?? '8000';
const colours = { server: 36, web: 35 };

const say = (who: keyof typeof colours, line: string) =>
  process.stdout.write(`\u001b[${colours[who]}m${who.padEnd(6)}\u001b[0m ${line}\n`);

const relay = (who: keyof typeof colours, stream: Readable) =>
  createInterface(stream).on('line', (line) => say(who, line));

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join('server', 'src', 'main.ts')],
  {
    cwd: root,
    env: { ...process.env, PORT: port, DATA_DIR: process.env.DATA_DIR ?? join(root, 'data', 'dev') },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Out of our process group, so that Ctrl-C reaches it once, from us.
    detached: true,
  },
);
relay('server', server.stdout);
relay('server', server.stderr);
const serverEnded = once(server, 'close');

const web = await createServer({
  root: join(root, 'web'),
  configFile: join(root, 'web', 'vite.config.ts'),
  server: {
    proxy: { '^/title/(?!web/)': { target: `http://127.0.0.1:${port}`, ws: true } },
  },
});
await web.listen();
for (const url of web.resolvedUrls?.local ?? []) say('web', `网页（热更新）：${url}`);

const stop = async () => {
  server.kill('SIGTERM');
  await Promise.all([web.close(), serverEnded]);
  process.exit(0);
};
process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());

await serverEnded;
await web.close();
process.exit(1);
