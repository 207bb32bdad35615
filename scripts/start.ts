import { ensureWebBuild } from './web-build.ts';

try {
  await ensureWebBuild();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
await import('../server/src/main.ts');
