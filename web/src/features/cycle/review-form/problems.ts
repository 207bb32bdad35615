import { createContext, useContext } from 'react';

/** Problems of a form in editing, by field, and the fields that the user has left already. */
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

/** The problem at a field. A missing value is reported only after the user has left the field. */
export const useProblem = (field: string, value: unknown) => {
  const { at, hasLeft, enter, leave } = useContext(ProblemsContext);
  return {
    problem: isEmpty(value) && !hasLeft(field) ? undefined : at(field),
    enter: () => enter(field),
    leave: () => leave(field),
  };
};
