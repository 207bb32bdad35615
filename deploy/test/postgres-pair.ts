import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, root, run, type Running, start, stop, until } from './processes.ts';

/** PostgreSQL refuses to run as root; the account that Debian makes for it does. */
const account = () => {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
  return { uid: id('-u'), gid: id('-g') };
};

const findBinaries = async () => {
  const output = await run('bash', ['-c', 'ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1']);
  return output.trim();
};

const clientOf = (port: number) =>
  new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });

const ask = async <T>(port: number, sql: string): Promise<T> => {
  const client = clientOf(port);
  // A server that is killed while it is asked ends this connection too.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] as T;
  } finally {
    await client.end();
  }
};

/**
 * The answer of Patroni on its port: 200 on /primary while this server takes writes. The test itself promotes in place
 * of Patroni.
 */
const startRoleCheck = async (postgresPort: number) => {
  const port = await freePort();
  const server = http.createServer((_request, response) => {
    ask<{ standby: boolean }>(postgresPort, 'select pg_is_in_recovery() as standby').then(
      ({ standby }) => response.writeHead(standby ? 503 : 200).end(),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { port, close: () => server.close() };
};

/** A primary whose commits wait for its standby, behind the HAProxy configuration that is shipped. */
export const startPostgresPair = async () => {
  const owner = account();
  const bin = await findBinaries();
  const directory = await mkdtemp(join(tmpdir(), 'zhiping-pair-'));
  await chmod(directory, 0o711);
  if (owner.uid) await chown(directory, owner.uid, owner.gid);
  const ports: [number, number] = [await freePort(), await freePort()];
  const [primary, standby] = [join(directory, 'primary'), join(directory, 'standby')];
  const options = { ...owner, cwd: directory };
  const startServer = async (data: string, port: number, settings: string[]) => {
    const args = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      `unix_socket_directories=${directory}`,
      ...settings,
    ];
    const server = start(
      join(bin, 'postgres'),
      ['-D', data, ...args.flatMap((setting) => ['-c', setting])],
      options,
    );
    await until(`PostgreSQL on ${port}`, async () => Boolean(await ask(port, 'select 1')));
    return server;
  };
  await run(
    join(bin, 'initdb'),
    ['-D', primary, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--lc-ctype=C.UTF-8'],
    options,
  );
  const first = await startServer(primary, ports[0], ['synchronous_standby_names=*']);
  const source = `host=127.0.0.1 port=${ports[0]} user=postgres`;
  await run(join(bin, 'pg_basebackup'), ['-D', standby, '-d', source, '-R', '-X', 'stream'], options);
  // As the primary it has no standby to wait for.
  const second = await startServer(standby, ports[1], ['synchronous_standby_names=']);
  await until('synchronous replication', async () =>
    Boolean(await ask(ports[0], "select 1 from pg_stat_replication where sync_state in ('sync', 'quorum')")),
  );
  const checks = [await startRoleCheck(ports[0]), await startRoleCheck(ports[1])] as const;
  const { haproxy, port } = await startHaproxy(directory, ports, [checks[0].port, checks[1].port]);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    killPrimary: () => stop(first, 'SIGKILL'),
    promoteStandby: () => ask(ports[1], 'select pg_promote()'),
    close: async () => {
      await stop(haproxy, 'SIGKILL');
      for (const check of checks) check.close();
      for (const server of [first, second]) await stop(server, 'SIGQUIT');
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const startHaproxy = async (
  directory: string,
  servers: [number, number],
  checks: [number, number],
): Promise<{ haproxy: Running; port: number }> => {
  const [port, statsPort] = [await freePort(), await freePort()];
  const shipped = await readFile(join(root, 'deploy/haproxy.cfg'), 'utf8');
  const moved = shipped
    .replace('bind 127.0.0.1:5000', `bind 127.0.0.1:${port}`)
    .replace('bind 127.0.0.1:7000', `bind 127.0.0.1:${statsPort}`)
    .replace('10.0.0.11:5432 check port 8008', `127.0.0.1:${servers[0]} check port ${checks[0]}`)
    .replace('10.0.0.12:5432 check port 8008', `127.0.0.1:${servers[1]} check port ${checks[1]}`);
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, moved);
  const haproxy = start('haproxy', ['-db', '-f', file]);
  await until('HAProxy', async () => Boolean(await ask(port, 'select 1')));
  return { haproxy, port };
};
