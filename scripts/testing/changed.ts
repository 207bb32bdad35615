import { git, isTest, reach, readGraph } from './import-graph.ts';

const isStory = (file: string) => file.endsWith('.e2e.ts');
const isLong = (file: string) => /\.(long|pairs)\.test\.ts$/.test(file);

/** Changes that reach everything. */
const reachesAll = /^(package(-lock)?\.json|tsconfig|vitest\.config|server\/migrations)/;

/** Where the work began: the last commit that the main branch of the origin has too. */
const findBase = () => {
  try {
    return git('merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD';
  } catch {
    return 'HEAD';
  }
};

/** Tests and stories that the change can reach; null where it reaches all of them. */
export const findChanged = (): { tests: string[]; stories: string[] } | null => {
  const changed = [
    ...git('diff', '--name-only', findBase()),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  if (changed.some((file) => reachesAll.test(file))) return null;
  const reached = reach(readGraph(), changed);
  return { tests: reached.filter((file) => isTest(file) && !isLong(file)), stories: reached.filter(isStory) };
};
