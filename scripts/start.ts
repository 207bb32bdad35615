import { keepCompiled } from './keep-compiled.ts';
import { ensureWebBuild } from './web-build.ts';

keepCompiled();
try {
  await ensureWebBuild();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
await import('../server/src/main.ts');
