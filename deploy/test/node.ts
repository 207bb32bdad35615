import { join } from 'node:path';
import { root, start, until } from './processes.ts';
import { helperEnv } from '../../server/src/platform/helper-env.ts';

export const CAPTCHA_ANSWER = 'TEST';
export const INITIAL_ADMIN_PASSWORD = 'First-Admin-2026';

/** One node of the product on this port; the program is this tree, or a release. */
export const launchNode = (port: number, env: Record<string, string>, program = root) =>
  start(process.execPath, [join(program, 'server/src/main.ts')], {
    cwd: program,
    env: {
      ...helperEnv(),
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: String(port),
      DEMO_DATA: 'false',
      LOG_LEVEL: 'warn',
      CAPTCHA_ANSWER,
      INITIAL_ADMIN_PASSWORD,
      ...env,
    },
  });

export const isReady = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/title/health/ready`)).ok;

/** A node that is ready to answer. */
export const startNode = async (port: number, env: Record<string, string>) => {
  const node = launchNode(port, env);
  await until(`node on ${port}`, () => isReady(port)).catch((error: Error) => {
    throw new Error(`${error.message}\n${node.output()}`);
  });
  return node;
};
