let known: readonly string[] = [];

/** The app tells which pages there are, for forms that choose one of them. */
export const setPageNames = (names: readonly string[]) => {
  known = names;
};

export const pageNames = () => known;
