import { Tree } from 'antd';
import { SearchInput } from '../kit/SearchInput.tsx';
import { Failed, Loading, NoMatch } from '../kit/states.tsx';
import '../kit/tree-pane.css';
import { useHeight } from '../kit/use-height.ts';
import { useDeptNodes, type DeptNode } from './use-dept-nodes.ts';

type Props = {
  selected: number | undefined;
  /** `undefined` when the selected department is chosen once more: none is selected then. */
  onSelect: (id: number | undefined) => void;
};

/** The departments beside a list that they narrow. */
export default function DeptPane({ selected, onSelect }: Props) {
  const tree = useDeptNodes({ reveal: selected });
  const { ref, height } = useHeight();

  if (tree.isError) return <Failed what="部门" error={tree.error} onRetry={() => void tree.refetch()} />;
  return (
    <nav className="tree-pane" aria-label="部门">
      <SearchInput label="搜索部门" value={tree.text} onChange={({ target }) => tree.setText(target.value)} />
      <div className="tree-body" ref={ref}>
        {tree.isPending && <Loading />}
        {tree.isSuccess && tree.nodes.length === 0 && <NoMatch onClear={() => tree.setText('')} />}
        {tree.nodes.length > 0 && (
          <Tree<DeptNode>
            aria-label="部门"
            blockNode
            height={height}
            treeData={tree.nodes}
            expandedKeys={tree.expanded as number[]}
            onExpand={(keys) => tree.setExpanded(keys as number[])}
            selectedKeys={selected === undefined ? [] : [selected]}
            onSelect={([key]) => onSelect(key as number | undefined)}
          />
        )}
      </div>
    </nav>
  );
}
