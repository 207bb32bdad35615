import { nodeAt } from '../../../pickers/subject-tree.ts';
import { useSubjectTree } from '../../../pickers/use-subject-tree.ts';

/** Which subjects there are now. Until that is known every one is taken for good; the server looks again anyway. */
export const useCatalogue = () => {
  const { tree: current, isSuccess } = useSubjectTree();
  const { tree: whole } = useSubjectTree({ withDisabled: true });
  return {
    isCurrent: (path: string[]) => !isSuccess || nodeAt(current, path) !== undefined,
    nameOf: (path: string[]) => nodeAt(whole, path)?.chain.join(' - ') ?? null,
  };
};
