import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from './client.ts';
import { freePort, root, run, start, stop, until } from './processes.ts';

const asRoot = process.getuid?.() === 0;

/** deploy/nginx.conf as it is, but for ports and the place of the certificate, run by the nginx of the system. */
export const startNginx = async (nodePorts: [number, number]) => {
  const directory = await mkdtemp(join(tmpdir(), 'zhiping-nginx-'));
  const [plain, secure] = [await freePort(), await freePort()];
  const certificate = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout zhiping.key -out zhiping.crt`;
  await run('openssl', certificate.split(' '), { cwd: directory });
  const site = join(directory, 'zhiping.conf');
  const shipped = await readFile(join(root, 'deploy/nginx.conf'), 'utf8');
  const moved = shipped
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
    .replaceAll('/etc/nginx/', `${directory}/`)
    .replaceAll('127.0.0.1:8001', `127.0.0.1:${nodePorts[0]}`)
    .replaceAll('127.0.0.1:8002', `127.0.0.1:${nodePorts[1]}`);
  await writeFile(site, moved);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `
    ${asRoot ? 'user root;' : ''}
    worker_processes 2;
    pid ${directory}/nginx.pid;
    error_log ${directory}/error.log;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${temp.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n')}
      include ${site};
    }`;
  await writeFile(join(directory, 'nginx.conf'), main);
  const command = [
    'nginx',
    '-p',
    directory,
    '-c',
    join(directory, 'nginx.conf'),
    '-e',
    join(directory, 'error.log'),
  ];
  const nginx = start(command[0] as string, [...command.slice(1), '-g', 'daemon off;']);
  const base = `https://127.0.0.1:${secure}`;
  await until('nginx', async () => (await call(base, 'GET', '/health/live')).status === 200).catch(
    (error: Error) => {
      throw new Error(`${error.message}\n${nginx.output()}`);
    },
  );
  const close = async () => {
    await stop(nginx);
    await rm(directory, { recursive: true, force: true });
  };
  return { base, plain: `http://127.0.0.1:${plain}`, site, command: command.join(' '), close };
};
