import { Button, Input } from 'antd';
import { useState } from 'react';
import type { Found } from './create-viewer.ts';

type Props = {
  found: Found | undefined;
  onFind: (query: string, again: boolean, backwards: boolean) => void;
  onClose: () => void;
};

const wordsOf = ({ current, total, isSearching }: Found) => {
  if (total === 0) return isSearching ? '正在查找…' : '没有找到';
  return `${current} / ${total}${isSearching ? '，正在查找…' : ''}`;
};

/** Search in the text of a PDF: Enter finds the next hit, Shift + Enter the previous one. */
export const SearchBar = ({ found, onFind, onClose }: Props) => {
  const [query, setQuery] = useState('');
  const words = found && wordsOf(found);
  return (
    <search className="viewer-bar">
      <Input
        autoFocus
        aria-label="在文件中查找"
        placeholder="在文件中查找"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value);
          onFind(target.value, false, false);
        }}
        onKeyDown={(event) => {
          // Enter and Esc then belong to the input method.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onFind(query, true, event.shiftKey);
          if (event.key === 'Escape') onClose();
        }}
      />
      <Button onClick={() => onFind(query, true, true)}>上一处</Button>
      <Button onClick={() => onFind(query, true, false)}>下一处</Button>
      <output>{query && words}</output>
      <Button type="text" onClick={onClose}>
        关闭查找
      </Button>
    </search>
  );
};
