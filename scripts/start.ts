import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { keepCompiled } from './keep-compiled.ts';
import { ensureWebBuild } from './web-build.ts';

// NODE_ENV and DATA_DIR matter before the server reads its settings.
if (existsSync('.env')) loadEnvFile('.env');
keepCompiled();
try {
  await ensureWebBuild();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
await import('../server/src/main.ts');
