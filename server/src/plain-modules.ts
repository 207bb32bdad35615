import type { contracts } from '@zhiping/shared/contracts/all.ts';
import type { Deps } from './deps.ts';
import { jobs } from './modules/job/job.ts';
import type { PlainModule } from './platform/plain-resource.ts';

/** Modules that are little more than their table, by their contracts. */
const modules = {
  job: jobs,
} satisfies { [Name in keyof typeof contracts]?: (deps: Deps) => PlainModule };

export const plainNames = Object.keys(modules) as (keyof typeof modules)[];

/** Their routes and their background work. */
export const plainModules = (deps: Deps) => {
  const made = Object.values(modules).map((module) => module(deps));
  return {
    routes: made.flatMap(({ routes }) => Object.values(routes)),
    kinds: made.flatMap(({ kinds }) => kinds),
  };
};
