import type { Id, Selection } from './selection.ts';

/**
 * Adds the experts that projects already have as fixed pairs, so that no expert gets a project twice and the limits of
 * schools and provinces count all experts of a project. Their places are not requested again. O(projects + experts).
 */
export const withHeld = (selection: Selection): Selection => {
  const known = new Set(selection.experts.map(({ id }) => id));
  const held = selection.files.flatMap(({ id, held: own = [] }) =>
    own.filter((expert) => known.has(expert)).map((expert) => ({ file: id, expert })),
  );
  if (held.length === 0) return selection;
  const ofFile = Map.groupBy(held, ({ file }) => file);
  const ofExpert = Map.groupBy(held, ({ expert }) => expert);
  const countOf = (groups: Map<Id, unknown[]>, id: Id) => groups.get(id)?.length ?? 0;
  return {
    ...selection,
    files: selection.files.map((file) => ({
      ...file,
      need: file.need + countOf(ofFile, file.id),
      held: [],
    })),
    // The load excludes fixed pairs.
    experts: selection.experts.map((expert) => ({
      ...expert,
      openLoad: Math.max(0, expert.openLoad - countOf(ofExpert, expert.id)),
    })),
    locks: [...(selection.locks ?? []), ...held],
  };
};
