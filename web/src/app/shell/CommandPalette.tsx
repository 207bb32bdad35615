import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { useContributedCommands } from '../../lib/commands.ts';
import { useUser } from '../../lib/session-store.ts';
import { leavesOf, type SidebarNode } from '../../lib/menu-tree.ts';
import { commandEntries, pageEntries, recentFirst, tabEntries, type Entry } from '../search/entries.ts';
import { recentKeys, rememberKey } from '../search/recent.ts';
import { useRecords } from '../search/use-records.ts';
import { useSearch } from '../search/use-search.ts';
import type { Tab } from '../tabs/tabs.ts';
import './command-palette.css';

type Props = { open: boolean; onClose: () => void; nodes: readonly SidebarNode[]; tabs: readonly Tab[] };

const statusOf = (count: number, isSearching: boolean, query: string) => {
  if (isSearching) return '正在查找…';
  return count === 0 ? `没有找到「${query}」` : `${count} 项结果`;
};

const Palette = ({ onClose, nodes, tabs }: Omit<Props, 'open'>) => {
  const { user } = useUser();
  const navigate = useNavigate();
  const commands = useContributedCommands();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
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
  const { records, isSearching } = useRecords(query);
  const found = [...useSearch(entries, query), ...records];
  const active = Math.min(at, found.length - 1);

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
    // Enter that ends the composition of a Chinese word must not choose an entry.
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
        type="text"
        role="combobox"
        aria-label="搜索页面和操作"
        aria-expanded="true"
        aria-controls={`${id}list`}
        aria-activedescendant={found[active] && `${id}${active}`}
        placeholder="搜索页面、人员、学校、学科和公告，可输入拼音首字母"
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
            <span>
              {entry.label}
              {entry.note && <small className="palette-note">{entry.note}</small>}
            </span>
            <small>{entry.group}</small>
          </li>
        ))}
      </ul>
      <p role="status" className={found.length > 0 ? 'visually-hidden' : undefined}>
        {statusOf(found.length, isSearching, query)}
      </p>
    </>
  );
};

/** The command palette, opened with Ctrl/⌘ K. The native dialog provides focus trap, Esc and return of the focus. */
export const CommandPalette = ({ open, onClose, ...rest }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc does the same as a click on the backdrop
    <dialog
      ref={dialog}
      className="palette"
      aria-label="搜索页面和操作"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && <Palette onClose={onClose} {...rest} />}
    </dialog>
  );
};
