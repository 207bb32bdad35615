import { LazyTreePane } from './LazyTreePane.tsx';
import { useSchoolNodes } from './use-school-nodes.ts';

type Props = { selected: number | undefined; onSelect: (id: number | undefined) => void };

/** The schools beside a list that they narrow. */
export default function SchoolPane({ selected, onSelect }: Props) {
  const tree = useSchoolNodes({ reveal: selected });
  return <LazyTreePane label="学校" tree={tree} selected={selected} onSelect={onSelect} />;
}
