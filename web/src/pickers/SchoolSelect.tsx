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
  /** Limits the choice to these ids. */
  among?: readonly number[] | null | undefined;
};

/** Selects one of about three thousand schools by name, pinyin or initials. */
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
      // The label stays text, because screen readers read it as the name of the option.
      optionRender={({ data }) => <Highlight text={data.label} at={data.at} />}
      loading={isLoading}
      onFocus={() => setIsUsed(true)}
      // Only open schools can be chosen; a stored closed one stays until another is chosen.
      labelRender={({ label }) => label ?? (isPending ? '正在加载…' : '已停用的单位')}
      {...props}
    />
  );
};
