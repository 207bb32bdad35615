import { createContext, useContext, useEffect, useLayoutEffect, useState } from 'react';

type TabControls = {
  setTitle: (title: string | undefined) => void;
  setDirty: (dirty: boolean) => void;
  /** The search of the address, told as soon as it is set: whoever leaves before the page is drawn finds it again. */
  setSearch: (search: string) => void;
};

/** Pages also live outside of tabs (the confirmation gate), where these controls do nothing. */
export const TabContext = createContext<TabControls>({
  setTitle: () => {},
  setDirty: () => {},
  setSearch: () => {},
});

/**
 * Whether the tab around is on screen. An antd Modal that stays mounted while its tab is hidden crashes the tree on
 * return, so dialogs render only while this holds. It is told by the effects that `<Activity>` itself unmounts: a
 * hidden tree may skip the render that a changed context asks for, but never the state set in this clean-up.
 */
export const useTabVisible = (): boolean => {
  const [visible, setVisible] = useState(false);
  useLayoutEffect(() => {
    setVisible(true);
    return () => setVisible(false);
  }, []);
  return visible;
};

/** Name the tab after what it shows, e.g. 评审·A-017. */
export const useTabTitle = (title: string | undefined) => {
  const { setTitle } = useContext(TabContext);
  useEffect(() => setTitle(title), [setTitle, title]);
};

/** Mark unsaved work: a dot on the tab, and a question before it is closed. Switching tabs loses nothing. */
export const useTabDirty = (dirty: boolean) => {
  const { setDirty } = useContext(TabContext);
  useEffect(() => setDirty(dirty), [setDirty, dirty]);
};
