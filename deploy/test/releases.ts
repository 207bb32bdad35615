import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run, start } from './processes.ts';

const packed = 'git ls-files -z deploy scripts server shared package.json | tar --null -T - -cf -';

/**
 * A tree of this program as an unpacked archive of another version. `change` are texts that are appended to its files.
 * Its packages are those of this tree, and its web build is a page with one script.
 */
export const makeTree = async (place: string, version: string, change: Record<string, string> = {}) => {
  const tree = join(place, `zhiping-${version}`);
  await mkdir(tree);
  await run('bash', ['-euo', 'pipefail', '-c', `${packed} | tar -xf - -C '${tree}'`], { cwd: root });
  for (const [path, text] of Object.entries(change)) await appendFile(join(tree, path), text);
  const file = join(tree, 'package.json');
  const json = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  await writeFile(file, `${JSON.stringify({ ...json, version }, null, 2)}\n`);
  await writeFile(join(tree, 'page.html'), `<script src="/title/web/assets/start-${version}.js"></script>`);
  return tree;
};

/**
 * In place of `npm ci` and the web build, which ask a registry and take a minute: the packages of this tree, but the
 * workspaces of the release.
 */
const installCommand = `mkdir -p node_modules web/dist/assets
ln -s '${root}/node_modules/'* '${root}/node_modules/.bin' node_modules/
rm node_modules/@zhiping
cp -a '${root}/node_modules/@zhiping' node_modules/
cp page.html web/dist/index.html
script=$(grep -o 'start-[^"]*' page.html)
echo "// $script" >"web/dist/assets/$script"`;

export type Upgrade = { directory: string; home: string; settings: Record<string, string> };

/** Runs upgrade.sh of this tree; answers its exit code and what it said. */
export const upgrade = async (tree: string, { directory, home, settings }: Upgrade, args: string[] = []) => {
  const file = join(directory, 'upgrade.conf');
  const lines = Object.entries({ ...settings, ZHIPING_HOME: home, INSTALL: installCommand });
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  await writeFile(file, lines.map(([name, value]) => `${name}=${quoted(value)}\n`).join(''));
  const running = start(join(tree, 'deploy/upgrade.sh'), args, {
    env: { PATH: process.env['PATH'], UPGRADE_CONF: file },
  });
  await running.ended;
  return { code: running.child.exitCode, output: running.output() };
};

/**
 * The restart command of upgrade.sh in place of systemctl: it reports the port to `restart`, waits for it, and fails
 * when the node did not come up.
 */
export const serveRestarts = async (directory: string, restart: (port: number) => Promise<boolean>) => {
  const wanted = join(directory, 'wanted');
  const failed = join(directory, 'failed');
  const command = join(directory, 'restart.sh');
  const script = `#!/bin/sh
echo "$1" >'${wanted}.new' && mv '${wanted}.new' '${wanted}'
while [ -e '${wanted}' ]; do sleep 0.05; done
! rm '${failed}' 2>/dev/null
`;
  await writeFile(command, script, { mode: 0o755 });
  let isOpen = true;
  const serve = async () => {
    while (isOpen) {
      const port = await readFile(wanted, 'utf8').catch(() => null);
      if (port) {
        if (!(await restart(Number(port)))) await writeFile(failed, '');
        await rm(wanted);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const serving = serve();
  const close = async () => {
    isOpen = false;
    await serving;
  };
  return { command, close };
};
