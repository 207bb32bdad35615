import { Select, type SelectProps } from 'antd';
import { useMemo, useState } from 'react';
import { Highlight } from '../kit/display/Highlight.tsx';
import { useMatcher } from './use-matcher.ts';
import { useSchools } from './use-schools.ts';

type SchoolOption = { value: number; label: string; at: readonly number[] };

type Props = Omit<
  SelectProps<number, SchoolOption>,
  'options' | 'loading' | 'showSearch' | 'optionRender'
> & {
  /** Leaves only these to choose from. */
  among?: readonly number[] | null | undefined;
};

/** One of about three thousand schools, found by name, pinyin or initials. */
export const SchoolSelect = ({ among, ...props }: Props) => {
  const [wanted, setWanted] = useState('');
  const [isUsed, setIsUsed] = useState(false);
  const hasValue = props.value !== null && props.value !== undefined;
  const { data: schools = [], isPending, isLoading } = useSchools({ enabled: isUsed || hasValue });
  const match = useMatcher(wanted);

  const options = useMemo(() => {
    const text = wanted.trim();
    return schools.flatMap(({ id, name }) => {
      if (among && !among.includes(id)) return [];
      const at = text ? match(name, text) : [];
      return at ? [{ value: id, label: name, at }] : [];
    });
  }, [schools, among, wanted, match]);

  return (
    <Select
      placeholder="输入名称或拼音"
      notFoundContent={isPending ? '正在加载…' : '没有符合条件的学校'}
      showSearch={{ filterOption: false, searchValue: wanted, onSearch: setWanted }}
      options={options}
      // The label stays text: it is what a screen reader says of an option.
      optionRender={({ data }) => <Highlight text={data.label} at={data.at} />}
      loading={isLoading}
      onFocus={() => setIsUsed(true)}
      // Only open schools are for choosing; whoever stands at another keeps it until somebody chooses.
      labelRender={({ label }) => label ?? (isPending ? '正在加载…' : '已停用的单位')}
      {...props}
    />
  );
};
