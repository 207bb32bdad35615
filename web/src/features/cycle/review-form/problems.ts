import { createContext, useContext } from 'react';

/** What is wrong with a form that is being written, by field, and which fields somebody has left already. */
export type Problems = {
  at: (field: string) => string | undefined;
  hasLeft: (field: string) => boolean;
  enter: (field: string) => void;
  leave: (field: string) => void;
};

export const ProblemsContext = createContext<Problems>({
  at: () => undefined,
  hasLeft: () => false,
  enter: () => {},
  leave: () => {},
});

const isEmpty = (value: unknown) => value === null || value === '';

/** The problem at a field. Nobody is told that something is missing before he has been there. */
export const useProblem = (field: string, value: unknown) => {
  const { at, hasLeft, enter, leave } = useContext(ProblemsContext);
  return {
    problem: isEmpty(value) && !hasLeft(field) ? undefined : at(field),
    enter: () => enter(field),
    leave: () => leave(field),
  };
};
