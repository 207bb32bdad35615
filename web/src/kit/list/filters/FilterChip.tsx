import { CloseOutlined } from '@ant-design/icons';
import { createContext, useContext } from 'react';
import { useOnPaper } from '../../display/on-paper.ts';
import { keepFocus } from '../../hooks/keep-focus.ts';

const FilterMode = createContext<'field' | 'chip'>('field');

/** Filters inside render a chip with their value in place of an input. */
export const FilterModeProvider = FilterMode;
export const useIsChip = () => {
  const isOnPaper = useOnPaper();
  return useContext(FilterMode) === 'chip' || isOnPaper;
};

type Props = { label: string; text: string | undefined; onRemove: () => void };

/** An active filter outside the bar; a click removes it. On paper it is text. */
export const FilterChip = ({ label, text, onRemove }: Props) => {
  const isOnPaper = useOnPaper();
  if (text === undefined) return null;
  if (isOnPaper) {
    return (
      <span>
        {label}：{text}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="plain-button filter-chip"
      aria-label={`去掉条件 ${label}：${text}`}
      onClick={({ currentTarget }) => {
        const search = currentTarget.closest('search')?.querySelector('input') ?? null;
        onRemove();
        keepFocus(() => search);
      }}
    >
      {label}：{text}
      <CloseOutlined />
    </button>
  );
};
