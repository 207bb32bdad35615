import { findPath, walkTree } from '@zhiping/shared/rules/dept/tree.ts';

export type MenuNode = { id: number; children?: readonly MenuNode[] };

type Toggle = {
  tree: readonly MenuNode[];
  chosen: ReadonlySet<number>;
  id: number;
  isChosen: boolean;
  /** Users can only grant or revoke permissions that they hold themselves. */
  mayChange: (id: number) => boolean;
};

/** Toggles an entry with everything below it; a granted page also gets the directories that lead to it. */
export const toggleMenu = ({ tree, chosen, id, isChosen, mayChange }: Toggle): Set<number> => {
  const path = findPath(tree, (node) => node.id === id);
  const node = path.at(-1);
  if (!node) return new Set(chosen);
  const below = [...walkTree([node])].map((one) => one.id).filter(mayChange);
  if (!isChosen) return new Set([...chosen].filter((one) => !below.includes(one)));
  const above = path.map((one) => one.id).filter(mayChange);
  return new Set([...chosen, ...above, ...below]);
};

/** Entries that are granted without everything below them. */
export const partlyChosen = (tree: readonly MenuNode[], chosen: ReadonlySet<number>): number[] =>
  [...walkTree(tree)]
    .filter((node) => chosen.has(node.id))
    .filter((node) => [...walkTree(node.children ?? [])].some(({ id }) => !chosen.has(id)))
    .map(({ id }) => id);
