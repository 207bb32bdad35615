import { createContext, useContext } from 'react';

/** True inside a printed page: components render text in place of controls. */
export const OnPaper = createContext(false);
export const useOnPaper = () => useContext(OnPaper);
