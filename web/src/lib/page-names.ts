let known: readonly string[] = [];

/** Sets the names of all pages, for forms that choose one of them. */
export const setPageNames = (names: readonly string[]) => {
  known = names;
};

export const pageNames = () => known;
