import { describe, expect, it } from 'vitest';
import {
  aliveKeys,
  lastRemaining,
  MAX_ALIVE,
  noTabs,
  tabsReducer,
  titleOf,
  type TabAction,
  type Tabs,
  type Visit,
} from './tabs.ts';

const visit = (key: string, parts: Partial<Visit> & { search?: string } = {}): TabAction => {
  const { search = '', ...rest } = parts;
  return {
    type: 'visit',
    visit: {
      key,
      location: { pathname: key, search, hash: '', state: null, key: `at ${key}${search}` },
      title: key.slice(1),
      affix: false,
      noCache: false,
      ...rest,
    },
  };
};

const home = visit('/dashboard', { affix: true, noCache: true });
const after = (...actions: TabAction[]): Tabs => actions.reduce(tabsReducer, noTabs);
const keys = ({ tabs }: Tabs) => tabs.map(({ key }) => key);

describe('tabs', () => {
  it('opens one tab per page and keeps its last address', () => {
    const state = after(home, visit('/a'), visit('/b'), visit('/a', { search: '?page=2' }));
    expect(keys(state)).toEqual(['/dashboard', '/a', '/b']);
    expect(state.tabs[1]?.location.search).toBe('?page=2');
  });

  it('keeps a search even if the user leaves the page before it is rendered', () => {
    const state = after(visit('/a'), { type: 'search', key: '/a', search: '?blurry=x' }, visit('/b'));
    expect(state.tabs[0]?.location).toMatchObject({ pathname: '/a', search: '?blurry=x' });
  });

  it('puts pinned tabs first', () => {
    expect(keys(after(visit('/a'), home, visit('/b', { affix: true })))).toEqual(['/dashboard', '/b', '/a']);
  });

  it('opens the last remaining tab after the active one is closed', () => {
    const state = after(home, visit('/a'), visit('/b'), visit('/a'), { type: 'close', key: '/a' });
    expect(lastRemaining(state)?.key).toBe('/b');
  });

  it('has no tab to open when the only one is closed, so home is next', () => {
    expect(lastRemaining(after(visit('/a'), { type: 'close', key: '/a' }))).toBeUndefined();
  });

  it('never closes a pinned tab', () => {
    const opened = [home, visit('/a'), visit('/b')];
    expect(keys(after(...opened, { type: 'close', key: '/dashboard' }))).toEqual(['/dashboard', '/a', '/b']);
    expect(keys(after(...opened, { type: 'closeOthers', key: '/b' }))).toEqual(['/dashboard', '/b']);
    expect(keys(after(...opened, { type: 'closeRight', key: '/a' }))).toEqual(['/dashboard', '/a']);
    expect(keys(after(...opened, { type: 'closeAll' }))).toEqual(['/dashboard']);
  });

  it('remounts a refreshed tab and clears its dirty mark', () => {
    const state = after(
      visit('/a'),
      { type: 'dirty', key: '/a', isDirty: true },
      { type: 'refresh', key: '/a' },
    );
    expect(state.tabs[0]).toMatchObject({ generation: 1, isDirty: false });
  });

  it('keeps the title that a page has set over further visits', () => {
    const state = after(
      visit('/a'),
      { type: 'title', key: '/a', title: '评审·A-017' },
      visit('/a', { search: '?x=1' }),
    );
    expect(state.tabs[0]?.ownTitle).toBe('评审·A-017');
  });

  it('drops that title when the address opens something else, so that no name stays on a shared screen', () => {
    const named = [
      visit('/a', { search: '?id=7&page=2' }),
      { type: 'title', key: '/a', title: '张三的申报' },
    ] as const;
    const titleAfter = (...actions: TabAction[]) => titleOf(after(...named, ...actions).tabs[0]!);
    expect(titleAfter(visit('/a', { search: '?id=7&file=1' }))).toBe('张三的申报');
    expect(titleAfter(visit('/a', { search: '?page=2' }))).toBe('a');
    expect(titleAfter(visit('/a', { search: '?sheet=roster' }))).toBe('a');
    expect(titleAfter({ type: 'search', key: '/a', search: '?page=2' })).toBe('a');
  });

  it('forgets a closed view, so that opening it again starts fresh', () => {
    const state = after(
      visit('/a'),
      { type: 'refresh', key: '/a' },
      { type: 'close', key: '/a' },
      visit('/a'),
    );
    expect(state.tabs[0]?.generation).toBe(0);
  });
});

describe('views that stay mounted', () => {
  it('drop the least recently used beyond the limit, never the active one', () => {
    const paths = Array.from({ length: MAX_ALIVE + 2 }, (_, index) => `/${index}`);
    const state = after(...paths.map((path) => visit(path)), visit('/0'));
    const alive = aliveKeys(state, '/1');
    expect(alive.size).toBe(MAX_ALIVE);
    expect(alive.has('/0')).toBe(true);
    expect(alive.has('/1')).toBe(true);
    expect(alive.has('/2')).toBe(false);
  });

  it('include a page that is not cached only while it is active', () => {
    const state = after(home, visit('/a'));
    expect([...aliveKeys(state, '/a')]).toEqual(['/a']);
    expect([...aliveKeys(state, '/dashboard')].toSorted()).toEqual(['/a', '/dashboard']);
  });

  it('leave out restored tabs until they are visited', () => {
    const { tabs, clock } = after(visit('/a'), visit('/b'));
    const restored = { clock, tabs: tabs.map((tab) => ({ ...tab, usedAt: 0 })) };
    expect([...aliveKeys(restored, '/b')]).toEqual(['/b']);
  });

  it('all stay on an error page that has no tab', () => {
    expect([...aliveKeys(after(visit('/a'), visit('/b')), undefined)].toSorted()).toEqual(['/a', '/b']);
  });
});
