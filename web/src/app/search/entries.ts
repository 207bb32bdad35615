import type { Command } from '../../lib/commands.ts';
import { fixedPages } from '../menu/fixed-pages.ts';
import type { SidebarNode } from '../../lib/menu-tree.ts';
import { titleOf, type Tab } from '../tabs/tabs.ts';

export type Entry = {
  key: string;
  label: string;
  /** What kind of thing it is: 页面, 已打开, 操作, or the kind of a record. */
  group: string;
  /** Tells records of one name apart. */
  note?: string | undefined;
  /** Where it leads; commands run instead. */
  path?: string;
  run?: () => void;
};

export const pageEntries = (leaves: readonly SidebarNode[]): Entry[] => {
  const pages = leaves
    .filter(({ isExternal }) => !isExternal)
    .map(({ path, title }) => ({ key: path, label: title, group: '页面', path }));
  const fixed = fixedPages.map(({ path, title }) => ({ key: path, label: title, group: '页面', path }));
  return [...new Map([...pages, ...fixed].map((entry) => [entry.key, entry])).values()];
};

/** A tab that only repeats the menu entry of its page would be listed twice. */
export const tabEntries = (tabs: readonly Tab[]): Entry[] =>
  tabs
    .filter(({ ownTitle, location }) => ownTitle !== undefined || location.search !== '')
    .map((tab) => ({
      key: `tab:${tab.key}`,
      label: titleOf(tab),
      group: '已打开',
      path: tab.location.pathname + tab.location.search,
    }));

export const commandEntries = (commands: readonly Command[]): Entry[] =>
  commands.map(({ label, run }) => ({ key: `command:${label}`, label, group: '操作', run }));

/** What was used last comes first. */
export const recentFirst = (entries: readonly Entry[], recent: readonly string[]): Entry[] => {
  const rank = ({ key }: Entry) => {
    const at = recent.indexOf(key);
    return at < 0 ? recent.length : at;
  };
  return entries.toSorted((a, b) => rank(a) - rank(b));
};

export type MatchPinyin = (text: string, query: string) => boolean;

/** Entries that contain the query as written come before those that only sound like it. */
export const searchEntries = (
  entries: readonly Entry[],
  query: string,
  matchPinyin: MatchPinyin,
): Entry[] => {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [...entries];
  const isWritten = ({ label }: Entry) => label.toLowerCase().includes(wanted);
  const sounds = /^[a-z ]+$/.test(wanted)
    ? entries.filter((entry) => !isWritten(entry) && matchPinyin(entry.label, wanted))
    : [];
  return [...entries.filter(isWritten), ...sounds];
};
