import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Give back what long work has left behind. V8 lets garbage lie as long as there is room, and takes hundreds of megabytes for what never lives
 * at the same time. Costs some fifty milliseconds: between pieces of work that take seconds, never in a call.
 */
export const collectGarbage = (): void => collect();
