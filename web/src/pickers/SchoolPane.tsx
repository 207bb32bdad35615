import { TOP_SCHOOL_PID } from '@zhiping/shared/constants.ts';
import { LazyTreePane } from './LazyTreePane.tsx';
import { provinceKey, provinceOf } from './school-rows.ts';
import type { NodeKey } from './use-lazy-nodes.ts';
import { useSchoolPane } from './use-school-nodes.ts';

type Place = { pid: number | undefined; province: string | undefined };
type Props = {
  label: string;
  place: Place;
  onSelect: (place: Place) => void;
};

const keyOf = ({ pid, province }: Place): NodeKey | undefined =>
  pid === TOP_SCHOOL_PID && province ? provinceKey(province) : pid;

const placeOf = (key: NodeKey | undefined): Place => {
  if (typeof key === 'string') return { pid: TOP_SCHOOL_PID, province: provinceOf(key) };
  return { pid: key, province: undefined };
};

/** The tree of schools beside a list; its selection filters the list. */
export default function SchoolPane({ label, place, onSelect }: Props) {
  const selected = keyOf(place);
  const tree = useSchoolPane(selected);
  return (
    <LazyTreePane label={label} tree={tree} selected={selected} onSelect={(key) => onSelect(placeOf(key))} />
  );
}
