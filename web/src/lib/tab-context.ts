import { createContext, useContext, useEffect, useLayoutEffect, useState } from 'react';

type TabControls = {
  setTitle: (title: string | undefined) => void;
  setDirty: (dirty: boolean) => void;
  /**
   * Called as soon as the search of the address changes, so that it is kept even if the user leaves before the page is
   * rendered.
   */
  setSearch: (search: string) => void;
};

/** Pages also exist outside of tabs (the confirmation page), where these controls do nothing. */
export const TabContext = createContext<TabControls>({
  setTitle: () => {},
  setDirty: () => {},
  setSearch: () => {},
});

/**
 * Whether the enclosing tab is visible. An antd Modal that stays mounted while its tab is hidden crashes the tree on
 * return, so dialogs render only while this is true. Based on the effects that `<Activity>` unmounts: a hidden tree may
 * skip the render that a changed context asks for, but never the state set in this clean-up.
 */
export const useTabVisible = (): boolean => {
  const [visible, setVisible] = useState(false);
  useLayoutEffect(() => {
    setVisible(true);
    return () => setVisible(false);
  }, []);
  return visible;
};

/** Sets the title of the tab after its content, e.g. 评审·A-017. */
export const useTabTitle = (title: string | undefined) => {
  const { setTitle } = useContext(TabContext);
  useEffect(() => setTitle(title), [setTitle, title]);
};

/** Marks unsaved work: a dot on the tab, and a question before it is closed. Switching tabs loses nothing. */
export const useTabDirty = (dirty: boolean) => {
  const { setDirty } = useContext(TabContext);
  useEffect(() => setDirty(dirty), [setDirty, dirty]);
};
