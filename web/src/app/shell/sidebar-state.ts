import { getCookie, setYearCookie } from '../../lib/cookies.ts';
import { createStore, useStore } from '../../lib/store.ts';

const COOKIE = 'zhiping_sidebar';
const OPEN = '1';
const CLOSED = '0';

/** `isOpen` is the stored choice on a desktop; `isOverlay` is the drawer of a phone, closed on every start. */
const state = createStore({ isOpen: getCookie(COOKIE) !== CLOSED, isOverlay: false });

export const useSidebar = () => useStore(state);

export const toggleSidebar = () => {
  const isOpen = !state.get().isOpen;
  setYearCookie(COOKIE, isOpen ? OPEN : CLOSED);
  document.documentElement.dataset.sidebar = isOpen ? 'open' : 'closed';
  state.set((previous) => ({ ...previous, isOpen }));
};

export const setOverlay = (isOverlay: boolean) => state.set((previous) => ({ ...previous, isOverlay }));
