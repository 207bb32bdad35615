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

/** A unit as it is shipped, among the others; systemd looks whether the program is there. */
const place = async (shipped: string, name: string) => {
  const text = await readFile(join(root, 'deploy', shipped), 'utf8');
  await writeFile(join(directory, name), text.replaceAll('/opt/zhiping/current', root));
  return join(directory, name);
};
const verify = (unit: string) => run('systemd-analyze', ['verify', '--man=no', unit]);

test('systemd takes the unit of a node', async () => {
  const unit = await place('zhiping@.service', 'zhiping@8001.service');
  expect(await verify(unit)).not.toMatch(/zhiping@/);
});

test('systemd takes the daily backup', async () => {
  const service = await place('zhiping-backup.service', 'zhiping-backup.service');
  expect(await verify(service)).not.toMatch(/zhiping-backup/);
  const timer = await place('zhiping-backup.timer', 'zhiping-backup.timer');
  expect(await verify(timer)).not.toMatch(/zhiping-backup/);
});

test('systemd says so when the unit is wrong', async () => {
  const unit = join(directory, 'zhiping@8002.service');
  await writeFile(unit, '[Service]\nExecStart=relative/node\n');
  await expect(verify(unit)).rejects.toThrow('8002');
});

test('Caddy takes its configuration', async () => {
  const args = ['adapt', '--validate', '--config', join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile'];
  const env = { PATH: process.env['PATH'], HOME: directory };
  const adapted = await run('caddy', args, { env });
  expect(adapted).toContain('/title/health/ready');
});
