import { useEffect, useState } from 'react';

export type Preloadable<C> = ReturnType<typeof preloadable<C>>;

/**
 * A component with a chunk of its own that is often there before it is to be drawn. `lazy` shows the fallback of its boundary
 * even then, draws all beside it twice, and React holds back what follows a fallback for 300 ms.
 */
export const preloadable = <C>(load: () => Promise<{ default: C }>) => {
  let loaded: C | undefined;
  const preload = async () => {
    const module = await load();
    loaded = module.default;
    return loaded;
  };

  /** The component once its code has come; until then undefined. What goes wrong is thrown to the boundary around it. */
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
