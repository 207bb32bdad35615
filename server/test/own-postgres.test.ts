import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startOwnPostgres, type OwnPostgres } from '../src/own-postgres/start.ts';
import { canReach } from '../src/own-postgres/user.ts';

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
const writerFile = join(import.meta.dirname, 'own-postgres-writer.ts');
const unprivileged = { uid: 65_534, gid: 65_534 };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  while (cleanups.length > 0) await cleanups.pop()!();
});

const tempDir = async () => {
  const path = await mkdtemp(join(await realpath(tmpdir()), 'zp-'));
  if (isRoot) await chmod(path, 0o711);
  cleanups.push(() => rm(path, { recursive: true, force: true }));
  return path;
};

/** A cluster that was made and stopped once, since to make one takes seconds. */
let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(await realpath(tmpdir()), 'zp-made-'));
  const postgres = await startOwnPostgres({ dataDir: made, log: () => {} });
  await postgres.stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));

/** A data directory with a copy of it, of the same owners. */
const preparedDir = async () => {
  const dataDir = await tempDir();
  execFileSync('cp', ['-a', `${made}/.`, dataDir]);
  return dataDir;
};

const start = async (dataDir: string, messages: string[] = []): Promise<OwnPostgres> => {
  const postgres = await startOwnPostgres({ dataDir, log: (message) => messages.push(message) });
  cleanups.push(() => postgres.stop());
  return postgres;
};

const query = async (postgres: OwnPostgres, text: string) => {
  const client = new Client(postgres.connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

const startWriter = (dataDir: string, identity: { uid?: number; gid?: number } = {}) => {
  const child = spawn(process.execPath, [writerFile, dataDir], {
    ...identity,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const acknowledged: number[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const lines = createInterface(child.stdout);
  lines.on('line', (line) => acknowledged.push(Number(line)));
  const hasWritten = async (count: number) => {
    while (acknowledged.length < count) {
      if (child.exitCode !== null) throw new Error(errors);
      await Promise.race([once(lines, 'line'), ended]);
    }
  };
  return {
    hasWritten,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
      return acknowledged;
    },
    failure: async () => {
      const [code] = await ended;
      return { code: code as number, errors };
    },
  };
};

const processesOf = async (cluster: string) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) =>
      (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster ? Number(pid) : 0,
    ),
  );
  return found.filter((pid) => pid > 0);
};

const storedIds = async (postgres: OwnPostgres) =>
  new Set((await query(postgres, 'select id from acknowledged')).map((row: { id: number }) => row.id));

describe('own PostgreSQL', () => {
  it('creates a durable cluster that knows Chinese, and opens it again', async () => {
    const dataDir = join(await tempDir(), 'not', 'yet', 'there');
    const first = await start(dataDir);
    const [row] = await query(
      first,
      `select current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
              current_setting('listen_addresses') as addresses,
              (select string_agg(name, '' order by name) from unnest(array['张', '李', '王', '阿']) as name) as names`,
    );
    expect(row).toEqual({ fsync: 'on', checksums: 'on', addresses: '', names: '阿李王张' });
    await query(first, 'create table kept as select 1 as id');
    await query(first, 'create extension pg_trgm');
    const [{ count }] = await query(first, `select cardinality(show_trgm('张三')) as count`);
    expect(count).toBeGreaterThan(0);
    await first.stop();

    const second = await start(dataDir);
    expect(await query(second, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it('refuses a second process on the same directory, naming the first', async () => {
    const dataDir = await preparedDir();
    await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`正在被进程 ${process.pid} 使用`);
    const { code, errors } = await startWriter(dataDir).failure();
    expect(code).not.toBe(0);
    expect(errors).toContain(`正在被进程 ${process.pid} 使用`);
  });

  it('loses no acknowledged row when the parent is killed', async () => {
    const dataDir = await preparedDir();
    const writer = startWriter(dataDir);
    await writer.hasWritten(200);
    const acknowledged = await writer.kill();

    const messages: string[] = [];
    const stored = await storedIds(await start(dataDir, messages));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(messages.join()).toContain('仍在运行');
  });

  it.runIf(isLinux)('loses no acknowledged row when every process is killed', async () => {
    const dataDir = await preparedDir();
    const writer = startWriter(dataDir);
    await writer.hasWritten(200);
    const cluster = await realpath(join(dataDir, 'postgres', 'cluster'));
    const pids = await processesOf(cluster);
    expect(pids.length).toBeGreaterThan(3);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    const acknowledged = await writer.kill();

    const stored = await storedIds(await start(dataDir));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });

  it('does not mistake another process for the PostgreSQL of a stale pid file', async () => {
    const dataDir = await preparedDir();
    const first = await start(dataDir);
    const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const text = await readFile(pidFile, 'utf8');
    await first.stop();
    const bystander = spawn('sleep', ['60'], isRoot ? unprivileged : {});
    cleanups.push(() => bystander.kill());
    await once(bystander, 'spawn');
    await writeFile(pidFile, text.replace(/^\d+/, String(bystander.pid)));

    const second = await start(dataDir);
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(bystander.exitCode).toBeNull();
  });

  it('restarts PostgreSQL when it dies', async () => {
    const dataDir = await preparedDir();
    const messages: string[] = [];
    const postgres = await start(dataDir, messages);
    await query(postgres, 'create table kept as select 1 as id');
    const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    process.kill(Number((await readFile(pidFile, 'utf8')).split('\n')[0]), 'SIGKILL');
    await expect.poll(() => messages).toContain('数据库已重新启动');
    expect(await query(postgres, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it('puts the socket elsewhere when the path is too long', async () => {
    const dataDir = join(await tempDir(), '很长的目录名称'.repeat(6));
    const postgres = await start(dataDir);
    expect(postgres.connection.host).not.toContain('很长');
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    await expect(readdir(postgres.connection.host)).rejects.toThrow('ENOENT');
  });

  it('explains a directory of another major version', async () => {
    const dataDir = await preparedDir();
    await writeFile(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow('数据目录由 PostgreSQL 15 创建');
  });

  it('explains a path that cannot be a directory', async () => {
    const file = join(await tempDir(), 'file');
    await writeFile(file, '');
    await expect(start(file)).rejects.toThrow('同名文件');
    await expect(start(join(file, 'data'))).rejects.toThrow('同名文件');
  });
});

describe.runIf(isRoot && isLinux)('own PostgreSQL, started by root', () => {
  it('works below a directory that only root may enter', async () => {
    const closed = await tempDir();
    await chmod(closed, 0o700);
    const dataDir = join(closed, 'data');
    const first = await start(dataDir);
    const home = await readlink(join(dataDir, 'postgres'));
    cleanups.unshift(() => rm(home, { recursive: true, force: true }));
    await query(first, 'create table kept as select 1 as id');
    await first.stop();
    expect(await query(await start(dataDir), 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it('lets only its own group pass through a data directory that only root may enter', async () => {
    const dataDir = await tempDir();
    await chmod(dataDir, 0o700);
    const postgres = await start(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o710);
    expect(postgres.connection.host).toBe(join(dataDir, 'postgres'));
  });

  it('works for an ordinary user, and says when a directory is not writable', async (context) => {
    if (
      !(await canReach(unprivileged, process.execPath)) ||
      !(await canReach(unprivileged, import.meta.dirname))
    )
      context.skip();
    const open = await tempDir();
    const dataDir = join(open, 'data');
    const refused = await startWriter(dataDir, unprivileged).failure();
    expect(refused.errors).toContain('数据目录不可写');

    await mkdir(dataDir);
    await chown(dataDir, unprivileged.uid, unprivileged.gid);
    const writer = startWriter(dataDir, unprivileged);
    await writer.hasWritten(10);
    await writer.kill();

    const stored = await storedIds(await start(dataDir));
    expect(stored.size).toBeGreaterThanOrEqual(10);
    const owner = execFileSync('stat', ['-c', '%u', join(dataDir, 'postgres', 'cluster')])
      .toString()
      .trim();
    expect(owner).toBe(String(unprivileged.uid));
  });
});
