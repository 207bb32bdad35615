import { AutoComplete } from 'antd';
import { SCHOOL_ROOT_IDS } from '@zhiping/shared/constants.ts';
import { useMatcher } from '../../pickers/use-matcher.ts';
import { useSchools } from '../../pickers/use-schools.ts';

const MOST = 8;
const roots: ReadonlySet<number | null> = new Set(SCHOOL_ROOT_IDS);

type Props = { id?: string; value?: string; onChange?: (value: string) => void };

/** A unit by its name. Offers registered schools, because recusal compares exact names. */
export const UnitInput = ({ value = '', ...props }: Props) => {
  const { data: schools = [] } = useSchools();
  const match = useMatcher(value);
  const wanted = value.trim();
  const names =
    wanted.length < 2
      ? []
      : schools
          .filter(({ pid, name }) => roots.has(pid) && match(name, wanted))
          .slice(0, MOST)
          .map(({ name }) => ({ value: name }));
  return (
    <AutoComplete
      {...props}
      value={value}
      options={names}
      showSearch={{ filterOption: false }}
      placeholder="输入名称或拼音"
    />
  );
};
