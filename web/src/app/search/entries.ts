import type { Command } from '../../lib/commands.ts';
import { fixedPages } from '../menu/fixed-pages.ts';
import type { SidebarNode } from '../../lib/menu-tree.ts';
import { titleOf, type Tab } from '../tabs/tabs.ts';

export type Entry = {
  key: string;
  label: string;
  /** Kind of entry: 页面, 已打开, 操作, or the kind of a record. */
  group: string;
  /** Distinguishes records of the same name. */
  note?: string | undefined;
  /** Target address; commands have `run` instead. */
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

/** Leaves out a tab that would only repeat the menu entry of its page. */
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

/** Sorts entries by their last use, newest first. */
export const recentFirst = (entries: readonly Entry[], recent: readonly string[]): Entry[] => {
  const rank = ({ key }: Entry) => {
    const at = recent.indexOf(key);
    return at < 0 ? recent.length : at;
  };
  return entries.toSorted((a, b) => rank(a) - rank(b));
};

export type MatchPinyin = (text: string, query: string) => boolean;

/** Entries that contain the query come before those whose pinyin matches. */
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
