import type { Deps } from './deps.ts';
import { jobs } from './modules/job/job.ts';

/** Modules that are little more than their table. */
const modules = [jobs];

/** Their routes and their background work. */
export const plainModules = (deps: Deps) => {
  const made = modules.map((module) => module(deps));
  return {
    routes: made.flatMap(({ routes }) => Object.values(routes)),
    kinds: made.flatMap(({ kinds }) => kinds),
  };
};
