import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root, run } from './processes.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'zhiping-units-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('systemd takes the unit of a node', async () => {
  const shipped = await readFile(join(root, 'deploy/zhiping@.service'), 'utf8');
  const unit = join(directory, 'zhiping@8001.service');
  // systemd looks whether the program is there.
  await writeFile(unit, shipped.replaceAll('/opt/zhiping', root));
  expect(await run('systemd-analyze', ['verify', '--man=no', unit])).not.toMatch(/zhiping@/);
});

test('systemd says so when the unit is wrong', async () => {
  const unit = join(directory, 'zhiping@8002.service');
  await writeFile(unit, '[Service]\nExecStart=relative/node\n');
  await expect(run('systemd-analyze', ['verify', '--man=no', unit])).rejects.toThrow('8002');
});

test('Caddy takes its configuration', async () => {
  const args = ['adapt', '--validate', '--config', join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile'];
  const env = { PATH: process.env['PATH'], HOME: directory };
  const adapted = await run('caddy', args, { env });
  expect(adapted).toContain('/title/health/ready');
});
