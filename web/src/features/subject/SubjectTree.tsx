import type { subjectApi } from '@zhiping/shared/contracts/subject.ts';
import { useMemo } from 'react';
import { Failed, Loading } from '../../kit/display/states.tsx';
import type { PaneNode } from '../../kit/tree/tree-nodes.ts';
import { TreePane } from '../../kit/tree/TreePane.tsx';
import type { ListState } from '../../lib/list-state.ts';
import type { SubjectNode } from '../../pickers/subject-tree.ts';
import { useSubjectTree } from '../../pickers/use-subject-tree.ts';

/** The tree ends at the professional categories: the classes are the rows of the table. */
const DEEPEST = 3;

const toPaneNode = (node: SubjectNode): PaneNode => ({
  key: node.path.join('/'),
  title: node.label,
  note: String(node.count),
  children: node.path.length < DEEPEST ? node.children?.map(toPaneNode) : undefined,
});

const selectedKey = ({
  catalog,
  professionalCategoryCode: code,
}: ListState<typeof subjectApi.list>['query']) =>
  catalog && [catalog, ...(code ? [code.slice(0, 2)] : []), ...(code?.length === 4 ? [code] : [])].join('/');

type Props = { list: ListState<typeof subjectApi.list>; onDone: () => void };

export default function SubjectTree({ list, onDone }: Props) {
  const { tree, isPending, isError, error, refetch } = useSubjectTree({ withDisabled: true });
  const nodes = useMemo(() => tree.map(toPaneNode), [tree]);

  const select = (key: string | undefined) => {
    const [catalog, ...codes] = key?.split('/') ?? [];
    list.set({ catalog, professionalCategoryCode: codes.at(-1) });
    onDone();
  };

  if (isPending) return <Loading />;
  if (isError) return <Failed what="学科分类" error={error} onRetry={() => void refetch()} />;
  return <TreePane label="学科分类" nodes={nodes} selected={selectedKey(list.query)} onSelect={select} />;
}
