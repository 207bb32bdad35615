import { walkTree } from '@zhiping/shared/rules/dept/tree.ts';
import { FilterChip } from '../kit/list/filters/FilterChip.tsx';
import type { Props } from './SubjectCascader.tsx';
import { useSubjectTree } from './use-subject-tree.ts';

export const SubjectChip = ({ list }: Props) => {
  const { tree } = useSubjectTree();
  const chosen = [...walkTree(tree)].find(({ path }) => path.join('/') === list.query.subject);
  return <FilterChip label="学科" text={chosen?.label} onRemove={() => list.set({ subject: undefined })} />;
};
