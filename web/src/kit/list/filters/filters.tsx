import { Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { FilterChip, useIsChip } from './FilterChip.tsx';
import type { FilterName, List } from '../list.ts';
import { SearchInput } from './SearchInput.tsx';

const TYPING_PAUSE_MS = 300;

type FilterProps<L extends List<unknown>> = { list: L; name: FilterName<L>; label: string };

const currentValue = <L extends List<unknown>>({ query }: L, name: string) =>
  (query as Record<string, unknown>)[name];

/** Searches after a typing pause, but not during the composition of an input method. */
export function TextFilter<L extends List<unknown>>({ list, name, label }: FilterProps<L>) {
  const current = String(currentValue(list, name) ?? '');
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isComposing = useRef(false);

  // A change of the address from elsewhere, such as Back or 清空, replaces the typed text.
  const searched = useRef(current);
  useEffect(() => {
    setTyped((text) => (current === searched.current && text !== current ? text : undefined));
    searched.current = current;
  }, [current]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (value: string) => {
    clearTimeout(timer.current);
    searched.current = value;
    if (value !== current) list.set({ [name]: value }, { replace: true });
  };
  const searchSoon = (value: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value), TYPING_PAUSE_MS);
  };

  if (useIsChip())
    return <FilterChip label={label} text={current || undefined} onRemove={() => search('')} />;
  return (
    <SearchInput
      label={label}
      value={typed ?? current}
      onChange={({ target }) => {
        setTyped(target.value);
        if (!isComposing.current) searchSoon(target.value);
      }}
      onCompositionStart={() => {
        isComposing.current = true;
      }}
      onCompositionEnd={({ currentTarget }) => {
        isComposing.current = false;
        searchSoon(currentTarget.value);
      }}
      onPressEnter={({ currentTarget }) => search(currentTarget.value)}
    />
  );
}

type SelectFilterProps<L extends List<unknown>> = FilterProps<L> & {
  options: readonly { value: string | number | boolean; label: string }[];
  /** A dependent filter, which is cleared when this one changes. */
  resets?: FilterName<L>;
};

/** Option values become strings, as in the address; the schema of the endpoint parses them. */
export function SelectFilter<L extends List<unknown>>({
  list,
  name,
  label,
  options,
  resets,
}: SelectFilterProps<L>) {
  const isChip = useIsChip();
  const current = currentValue(list, name);
  const set = (value: string | undefined) =>
    list.set({ ...(resets && { [resets]: undefined }), [name]: value });
  if (isChip) {
    const chosen = options.find(({ value }) => String(value) === String(current));
    // A value that is not among the options filters all the same, so the chip shows it. No options means that they are
    // still loading.
    const unknown = current === undefined || options.length === 0 ? undefined : String(current);
    return <FilterChip label={label} text={chosen?.label ?? unknown} onRemove={() => set(undefined)} />;
  }
  return (
    <Select
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={label}
      placeholder={label}
      value={current === undefined ? undefined : String(current)}
      options={options.map((option) => ({ ...option, value: String(option.value) }))}
      onChange={set}
    />
  );
}
