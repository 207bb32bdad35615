import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { root } from './run.ts';

/**
 * Enables Node's compile cache for this process and the threads and programs that it starts: they are ready several
 * times sooner. NODE_COMPILE_CACHE names another folder; without write access everything works uncached.
 */
export const keepCompiled = () => {
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
};
