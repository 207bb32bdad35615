import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useContributedCommands } from '../../lib/commands.ts';
import { useUser } from '../../lib/session-store.ts';
import { leavesOf, type SidebarNode } from '../../lib/menu-tree.ts';
import { commandEntries, pageEntries, recentFirst, tabEntries, type Entry } from './entries.ts';
import { recentKeys, rememberKey } from './recent.ts';
import { useSearch } from './use-search.ts';
import type { Tab } from '../tabs/tabs.ts';

export type PaletteProps = { onClose: () => void; nodes: readonly SidebarNode[]; tabs: readonly Tab[] };

/** What Ctrl/⌘ K finds: pages, open tabs and what the page at hand can do. */
export default function Palette({ onClose, nodes, tabs }: PaletteProps) {
  const { user } = useUser();
  const navigate = useNavigate();
  const commands = useContributedCommands();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();

  const entries = useMemo(
    () =>
      recentFirst(
        [...commandEntries(commands), ...tabEntries(tabs), ...pageEntries(leavesOf(nodes))],
        recentKeys(user.id),
      ),
    [commands, tabs, nodes, user.id],
  );
  const found = useSearch(entries, query);
  const active = Math.min(at, found.length - 1);

  // The dialog was open before this file was there.
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    rememberKey(user.id, entry.key);
    onClose();
    if (entry.path) void navigate(entry.path);
    else entry.run?.();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the composition of a Chinese word does not choose.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((active + step + found.length) % Math.max(found.length, 1));
    }
    if (event.key === 'Enter') choose(found[active]);
  };

  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="搜索页面和操作"
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={found[active] && `${id}${active}`}
        placeholder="搜索页面和操作，可输入拼音首字母"
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={`${id}list`} role="listbox" aria-label="结果">
        {found.map((entry, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are on the combobox above
          <li
            key={entry.key}
            id={`${id}${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(entry)}
          >
            <span>{entry.label}</span>
            <small>{entry.group}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">没有找到「{query}」</p>}
    </>
  );
}
