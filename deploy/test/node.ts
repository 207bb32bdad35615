import { join } from 'node:path';
import { root, start, until } from './processes.ts';
import { helperEnv } from '../../server/src/platform/helper-env.ts';

export const CAPTCHA_ANSWER = 'TEST';
export const INITIAL_ADMIN_PASSWORD = 'First-Admin-2026';

/** One node of the product on this port, ready to answer. */
export const startNode = async (port: number, env: Record<string, string>) => {
  const node = start(process.execPath, [join(root, 'server/src/main.ts')], {
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
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/title/health/ready`)).ok;
  await until(`node on ${port}`, isReady).catch((error: Error) => {
    throw new Error(`${error.message}\n${node.output()}`);
  });
  return node;
};
