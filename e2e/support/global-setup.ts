import { request } from '@playwright/test';
import { ensureWebBuild } from '../../scripts/web-build.ts';
import { expertsWith } from './desk.ts';
import { startServer } from './server.ts';

/** One server for all stories. Workers inherit its address through the environment. */
const globalSetup = async () => {
  await ensureWebBuild();
  const server = await startServer();
  process.env.E2E_URL = server.url;
  // Once for all: what stories do changes who has such a file, and one that is tried again must meet the same people.
  const calls = await request.newContext({ baseURL: server.url });
  process.env.E2E_EXPERTS = JSON.stringify(await expertsWith(calls, 'open'));
  await calls.dispose();
  return () => server.stop();
};

export default globalSetup;
