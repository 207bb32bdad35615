import { CloseOutlined } from '@ant-design/icons';
import { createContext, useContext } from 'react';

const FilterPlace = createContext<'field' | 'chip'>('field');

/** Filters inside say what they are set to, instead of being set. */
export const AsChips = FilterPlace;
export const useIsChip = () => useContext(FilterPlace) === 'chip';

type Props = { label: string; text: string | undefined; onRemove: () => void };

/** A filter that is set and out of sight; a press takes it away. */
export const FilterChip = ({ label, text, onRemove }: Props) =>
  text === undefined ? null : (
    <button
      type="button"
      className="plain-button filter-chip"
      aria-label={`去掉条件 ${label}：${text}`}
      onClick={onRemove}
    >
      {label}：{text}
      <CloseOutlined aria-hidden />
    </button>
  );
