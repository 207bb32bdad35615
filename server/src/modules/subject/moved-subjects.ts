import { pathKey } from './subject.queries.ts';

type Held = { path: string[]; keywords: string[] };

const MOST_KEYWORDS = 10;

/** Subjects of one person after a move, in their order; two that became one keep the keywords of both. */
export const movedSubjects = <T extends Held>(
  held: readonly T[],
  moves: ReadonlyMap<string, string[]>,
): T[] => {
  const result: T[] = [];
  for (const subject of held) {
    const path = moves.get(pathKey(subject.path)) ?? subject.path;
    const twin = result.find((other) => pathKey(other.path) === pathKey(path));
    if (twin) twin.keywords = [...new Set([...twin.keywords, ...subject.keywords])].slice(0, MOST_KEYWORDS);
    else result.push({ ...subject, path });
  }
  return result;
};
