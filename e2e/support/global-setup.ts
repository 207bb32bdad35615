import { ensureWebBuild } from '../../scripts/web-build.ts';
import { startServer } from './server.ts';

/** One server for all stories. Workers inherit its address through the environment. */
const globalSetup = async () => {
  await ensureWebBuild();
  const server = await startServer();
  process.env.E2E_URL = server.url;
  return () => server.stop();
};

export default globalSetup;
