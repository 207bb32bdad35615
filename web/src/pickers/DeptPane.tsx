import { LazyTreePane } from './LazyTreePane.tsx';
import { useDeptNodes } from './use-dept-nodes.ts';

type Props = { selected: number | undefined; onSelect: (id: number | undefined) => void };

/** The tree of departments beside a list; its selection filters the list. */
export default function DeptPane({ selected, onSelect }: Props) {
  const tree = useDeptNodes({ reveal: selected });
  return (
    <LazyTreePane
      label="部门"
      tree={tree}
      selected={selected}
      onSelect={(id) => onSelect(id as number | undefined)}
    />
  );
}
