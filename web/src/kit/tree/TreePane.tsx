import { MinusSquareOutlined, PlusSquareOutlined } from '@ant-design/icons';
import { Button, Tree } from 'antd';
import { useMemo, useState } from 'react';
import { SearchInput } from '../list/filters/SearchInput.tsx';
import { Empty, NoMatch } from '../display/states.tsx';
import { filterNodes, keysToDepth, keysToHits, type PaneNode } from './tree-nodes.ts';
import './tree-pane.css';
import { titleWithNote } from './title-with-note.tsx';
import { heightForNodes, useHeight } from '../hooks/use-height.ts';

type Props = {
  label: string;
  nodes: readonly PaneNode[];
  selected: string | undefined;
  /** Receives `undefined` when the selected node is clicked again, which selects none. */
  onSelect: (key: string | undefined) => void;
};

/** A searchable tree of any size: only the visible nodes are rendered. */
export const TreePane = ({ label, nodes, selected, onSelect }: Props) => {
  const [text, setText] = useState('');
  const [expanded, setExpanded] = useState<readonly string[]>(() => keysToDepth(nodes, 2));
  const { ref, height } = useHeight();
  const found = useMemo(() => (text ? filterNodes(nodes, text) : [...nodes]), [nodes, text]);

  const search = (wanted: string) => {
    setText(wanted);
    setExpanded(wanted ? keysToHits(nodes, wanted) : keysToDepth(nodes, 2));
  };

  return (
    <div className="tree-room" ref={ref}>
      <nav className="tree-pane" aria-label={label}>
        <div className="tree-tools">
          <SearchInput
            label={`搜索${label}`}
            value={text}
            onChange={({ target }) => search(target.value.trim())}
          />
          <Button
            type="text"
            icon={<PlusSquareOutlined />}
            aria-label="全部展开"
            title="全部展开"
            onClick={() => setExpanded(keysToDepth(found, Infinity))}
          />
          <Button
            type="text"
            icon={<MinusSquareOutlined />}
            aria-label="全部收起"
            title="全部收起"
            onClick={() => setExpanded([])}
          />
        </div>
        <div className="tree-body">
          {nodes.length === 0 && <Empty text={`还没有${label}`} />}
          {nodes.length > 0 && found.length === 0 && <NoMatch onClear={() => search('')} />}
          {found.length > 0 && (
            <Tree<PaneNode>
              aria-label={label}
              blockNode
              height={heightForNodes(height)}
              treeData={found}
              titleRender={titleWithNote}
              expandedKeys={[...expanded]}
              onExpand={(keys) => setExpanded(keys.map(String))}
              selectedKeys={selected ? [selected] : []}
              onSelect={([key]) => onSelect(key === undefined ? undefined : String(key))}
            />
          )}
        </div>
      </nav>
    </div>
  );
};
