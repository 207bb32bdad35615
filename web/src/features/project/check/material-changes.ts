import type { Material } from '@zhiping/shared/contracts/project-views.ts';

type VersionedMaterial = Pick<Material, 'id' | 'name' | 'former'>;

export type MaterialChange = {
  id: number;
  /** Id of the material in the returned version; null if it was added. */
  was: number | null;
  kind: 'added' | 'removed' | 'replaced';
  before: string;
  after: string;
};

/** The one of these materials that the given material has replaced. */
export const replacedBy = (
  { former }: VersionedMaterial,
  files: readonly VersionedMaterial[],
): VersionedMaterial | undefined => files.find((file) => former.some(({ id }) => id === file.id));

/** Changes of the materials since the return: a replacement is one change, not two. */
export const materialChanges = (
  now: readonly VersionedMaterial[],
  old: readonly VersionedMaterial[],
): MaterialChange[] => {
  const added = now.filter(({ id }) => !old.some((one) => one.id === id));
  const replaced = new Set(added.map((file) => replacedBy(file, old)?.id));
  const removed = old.filter(({ id }) => !now.some((one) => one.id === id) && !replaced.has(id));
  return [
    ...added.map((file): MaterialChange => {
      const before = replacedBy(file, old);
      return {
        id: file.id,
        was: before?.id ?? null,
        kind: before ? 'replaced' : 'added',
        before: before?.name ?? '',
        after: file.name,
      };
    }),
    ...removed.map(({ id, name }): MaterialChange => ({
      id,
      was: id,
      kind: 'removed',
      before: name,
      after: '',
    })),
  ];
};
