import { createContext, useContext } from 'react';

/** What stands inside is printed: words in the place of controls. */
export const OnPaper = createContext(false);
export const useOnPaper = () => useContext(OnPaper);
