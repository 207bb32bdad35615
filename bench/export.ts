import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

/**
 * Peak memory of a server process while it exports 100 000 experts (more than fifteen columns), over what it held before
 * while it answered lists: the space that V8 takes for short-lived things, once for all, is no part of an export.
 * Linux only: the peak is read from /proc. Usage: node bench/export.ts [experts] [exports]
 */
const experts = Number(process.argv[2] ?? 100_000);
const exportsWanted = Number(process.argv[3] ?? 3);
const LISTS_BEFORE = 1500;
const MEGABYTE = 1024 * 1024;

const start = async <T>(script: string, argument: string) => {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), [argument]);
  const [message] = (await once(child, 'message')) as [T];
  return { ...message, child, pid: child.pid as number };
};

/** Kilobytes that the system counts for a process under this name (VmRSS now, VmHWM at most). */
const kilobytes = async (pid: number, name: 'VmRSS' | 'VmHWM') => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
};

const pool = await start<{ connection: pg.ClientConfig }>('pool-server.ts', String(experts));
const node = await start<{ port: number; office: string }>('second-node.ts', JSON.stringify(pool.connection));
const get = (path: string) =>
  fetch(`http://127.0.0.1:${node.port}/title/api/${path}`, { headers: { authorization: node.office } });

try {
  for (let page = 0; page < LISTS_BEFORE; page += 1)
    await (await get(`expert?size=20&page=${page}`)).arrayBuffer();
  for (let round = 1; round <= exportsWanted; round += 1) {
    const before = await kilobytes(node.pid, 'VmRSS');
    await writeFile(`/proc/${node.pid}/clear_refs`, '5');
    const begin = performance.now();
    const response = await get('expert/download');
    let bytes = 0;
    for await (const chunk of response.body as ReadableStream<Uint8Array>) bytes += chunk.byteLength;
    const seconds = (performance.now() - begin) / 1000;
    const peak = await kilobytes(node.pid, 'VmHWM');
    console.log(
      `export ${round}: ${experts} rows, ${(bytes / MEGABYTE).toFixed(1)} MB in ${seconds.toFixed(1)} s, ` +
        `memory ${(before / 1024).toFixed(0)} MB before, ${(peak / 1024).toFixed(0)} MB at most, growth ${((peak - before) / 1024).toFixed(0)} MB`,
    );
  }
} finally {
  node.child.kill('SIGTERM');
  await once(node.child, 'exit');
  pool.child.kill('SIGTERM');
}
