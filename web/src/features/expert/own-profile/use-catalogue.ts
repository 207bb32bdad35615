import { nodeAt } from '../../../pickers/subject-tree.ts';
import { useSubjectTree } from '../../../pickers/use-subject-tree.ts';

/** The current subjects. Until they are loaded every subject counts as current; the server checks again anyway. */
export const useCatalogue = () => {
  const { tree: current, isSuccess } = useSubjectTree();
  const { tree: whole } = useSubjectTree({ withDisabled: true });
  return {
    isCurrent: (path: string[]) => !isSuccess || nodeAt(current, path) !== undefined,
    nameOf: (path: string[]) => nodeAt(whole, path)?.chain.join(' - ') ?? null,
  };
};
