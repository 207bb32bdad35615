import { Tree } from 'antd';
import { SearchInput } from '../kit/list/filters/SearchInput.tsx';
import { Empty, Failed, Loading, NoMatch } from '../kit/display/states.tsx';
import '../kit/tree/tree-pane.css';
import { titleWithNote } from '../kit/tree/title-with-note.tsx';
import { heightForNodes, useHeight } from '../kit/hooks/use-height.ts';
import type { LazyNode, LazyTree, NodeKey } from './use-lazy-nodes.ts';

type Props = {
  /** Name of the nodes. */
  label: string;
  tree: LazyTree;
  selected: NodeKey | undefined;
  /** Receives `undefined` when the selected node is clicked again, which selects none. */
  onSelect: (key: NodeKey | undefined) => void;
};

const NoneFound = ({ label, text, onClear }: { label: string; text: string; onClear: () => void }) =>
  text === '' ? <Empty text={`还没有${label}`} /> : <NoMatch onClear={onClear} />;

/** A tree of any size beside a list; its selection filters the list. */
export const LazyTreePane = ({ label, tree, selected, onSelect }: Props) => {
  const { ref, height } = useHeight();

  if (tree.isError) return <Failed what={label} error={tree.error} onRetry={() => void tree.refetch()} />;
  return (
    <div className="tree-room" ref={ref}>
      <nav className="tree-pane" aria-label={label}>
        <SearchInput
          label={`搜索${label}`}
          value={tree.text}
          onChange={({ target }) => tree.setText(target.value)}
        />
        <div className="tree-body">
          {tree.isPending && <Loading />}
          {tree.isSuccess && tree.nodes.length === 0 && (
            <NoneFound label={label} text={tree.text} onClear={() => tree.setText('')} />
          )}
          {tree.nodes.length > 0 && (
            <Tree<LazyNode>
              aria-label={label}
              blockNode
              height={heightForNodes(height)}
              treeData={tree.nodes}
              titleRender={titleWithNote}
              expandedKeys={tree.expanded}
              onExpand={(keys) => tree.setExpanded(keys as NodeKey[])}
              selectedKeys={selected === undefined ? [] : [selected]}
              onSelect={([key]) => onSelect(key as NodeKey | undefined)}
            />
          )}
        </div>
      </nav>
    </div>
  );
};
