import { pathKey } from '@zhiping/shared/rules/subject/path.ts';

type Held = { path: string[]; keywords: string[] };

const MAX_KEYWORDS = 10;

/** Subjects of one holder after a move, in their order. Two subjects that were merged keep the keywords of both. */
export const movedSubjects = <T extends Held>(
  held: readonly T[],
  later: (path: string[]) => string[],
): T[] => {
  const result: T[] = [];
  for (const subject of held) {
    const path = later(subject.path);
    const twin = result.find((other) => pathKey(other.path) === pathKey(path));
    if (twin) twin.keywords = [...new Set([...twin.keywords, ...subject.keywords])].slice(0, MAX_KEYWORDS);
    else result.push({ ...subject, path });
  }
  return result;
};
