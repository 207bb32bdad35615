import { useEffect, useState } from 'react';

export type Preloadable<C> = ReturnType<typeof preloadable<C>>;

/**
 * A component in its own chunk that is often loaded before it is rendered. `lazy` would show the fallback even then and
 * render all siblings twice, and React delays the content after a fallback by 300 ms.
 */
export const preloadable = <C>(load: () => Promise<{ default: C }>) => {
  let loaded: C | undefined;
  const preload = async () => {
    const module = await load();
    loaded = module.default;
    return loaded;
  };

  /** Returns the component, undefined until its code has loaded. Throws a load error to the error boundary. */
  const useLoaded = (): C | undefined => {
    const [state, setState] = useState<{ component?: C | undefined; error?: Error }>(() => ({
      component: loaded,
    }));
    const isMissing = !state.component;
    useEffect(() => {
      if (isMissing)
        preload().then(
          (component) => setState({ component }),
          (error: Error) => setState({ error }),
        );
    }, [isMissing]);
    if (state.error) throw state.error;
    return state.component;
  };

  return { preload, useLoaded };
};
