import type { Location } from 'react-router';

export const MAX_ALIVE = 12;

export type Tab = {
  /** The path: one tab per page, for every query. */
  key: string;
  /** Last location of the tab; its view keeps it while another tab is active. */
  location: Location;
  /** Title of the route. */
  title: string;
  /** Title set by the page, such as the name of the opened record. */
  ownTitle?: string;
  /** Pinned: cannot be closed. */
  affix: boolean;
  noCache: boolean;
  isDirty: boolean;
  /** Number of refreshes; a new number mounts the view again. */
  generation: number;
  /** Clock of the last visit; 0 if the tab was not visited since the app was loaded. */
  usedAt: number;
};

export type Tabs = { tabs: readonly Tab[]; clock: number };

export const noTabs: Tabs = { tabs: [], clock: 0 };

export type Visit = Pick<Tab, 'key' | 'location' | 'title' | 'affix' | 'noCache'>;

export type TabAction =
  | { type: 'visit'; visit: Visit }
  | { type: 'refresh' | 'close' | 'closeOthers' | 'closeRight'; key: string }
  | { type: 'closeAll' }
  | { type: 'title'; key: string; title: string | undefined }
  | { type: 'dirty'; key: string; isDirty: boolean }
  | { type: 'search'; key: string; search: string };

export const titleOf = (tab: Tab) => tab.ownTitle ?? tab.title;

/** Parameters that open a record on a page. */
const RECORD_PARAMS = ['id', 'edit', 'view'];
const openedRecordOf = (search: string) => {
  const params = new URLSearchParams(search);
  return RECORD_PARAMS.map((name) => params.get(name) ?? '').join(' ');
};

/**
 * Updates the location. Drops the page's own title if the address opens another record; otherwise the name of a person
 * would stay on screen for others to see.
 */
const movedTo = (tab: Tab, location: Location): Tab => {
  if (openedRecordOf(tab.location.search) === openedRecordOf(location.search)) return { ...tab, location };
  const { ownTitle: _, ...rest } = tab;
  return { ...rest, location };
};

const visited = ({ tabs, clock }: Tabs, visit: Visit): Tabs => {
  const now = clock + 1;
  const known = tabs.find(({ key }) => key === visit.key);
  if (known) {
    const moved = { ...movedTo(known, visit.location), ...visit, usedAt: now };
    return { clock: now, tabs: tabs.map((tab) => (tab === known ? moved : tab)) };
  }
  const opened: Tab = { ...visit, isDirty: false, generation: 0, usedAt: now };
  // Pinned tabs come first, in the order in which they were opened.
  const ordered = visit.affix
    ? [...tabs.filter(isPinned), opened, ...tabs.filter(isUnpinned)]
    : [...tabs, opened];
  return { clock: now, tabs: ordered };
};

const isPinned = ({ affix }: Tab) => affix;
const isUnpinned = ({ affix }: Tab) => !affix;

const changed = (state: Tabs, key: string, change: (tab: Tab) => Partial<Tab>): Tabs => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.key === key ? { ...tab, ...change(tab) } : tab)),
});

const kept = (state: Tabs, keep: (tab: Tab, index: number) => boolean): Tabs => ({
  ...state,
  tabs: state.tabs.filter((tab, index) => tab.affix || keep(tab, index)),
});

export const tabsReducer = (state: Tabs, action: TabAction): Tabs => {
  switch (action.type) {
    case 'visit':
      return visited(state, action.visit);
    case 'refresh':
      return changed(state, action.key, ({ generation }) => ({ generation: generation + 1, isDirty: false }));
    case 'close':
      return kept(state, ({ key }) => key !== action.key);
    case 'closeOthers':
      return kept(state, ({ key }) => key === action.key);
    case 'closeRight': {
      const last = state.tabs.findIndex(({ key }) => key === action.key);
      return kept(state, (_, index) => index <= last);
    }
    case 'closeAll':
      return kept(state, () => false);
    case 'title':
      return changed(state, action.key, () => ({ ownTitle: action.title }));
    case 'dirty':
      return changed(state, action.key, () => ({ isDirty: action.isDirty }));
    case 'search':
      return {
        ...state,
        tabs: state.tabs.map((tab) =>
          tab.key === action.key ? movedTo(tab, { ...tab.location, search: action.search }) : tab,
        ),
      };
  }
};

/** The tab to open when the active one is closed: the last remaining one, or undefined for home (specification §4). */
export const lastRemaining = ({ tabs }: Tabs): Tab | undefined => tabs.at(-1);

/** Keys of the views that stay mounted: the active one, and the most recently used among the cacheable ones. */
export const aliveKeys = ({ tabs }: Tabs, activeKey: string | undefined): Set<string> => {
  const cacheable = tabs.filter(({ key, noCache, usedAt }) => key === activeKey || (!noCache && usedAt > 0));
  const recent = cacheable.toSorted((a, b) => rank(b, activeKey) - rank(a, activeKey));
  return new Set(recent.slice(0, MAX_ALIVE).map(({ key }) => key));
};

const rank = ({ key, usedAt }: Tab, activeKey: string | undefined) => (key === activeKey ? Infinity : usedAt);
