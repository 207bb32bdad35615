import type { Material, Reason } from '@zhiping/shared/contracts/project-views.ts';
import type { Entry, ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import type { FormProblem } from '@zhiping/shared/rules/project-form/missing.ts';
import { createContext, useContext } from 'react';

/** What the fields of the form need of the whole. */
export type FormWork = {
  form: ProjectForm;
  change: (path: string, value: unknown) => void;
  /** Of a list, as it is when it happens: another device may have added to it since it was drawn. */
  changeEntries: (at: string, edit: (before: readonly Entry[]) => readonly Entry[]) => void;
  problems: readonly FormProblem[];
  /** What the school said when it sent the application back, at its places. */
  notes: readonly Reason[];
  /** Empty fields are only told of once somebody asked what is missing. */
  isChecked: boolean;
  projectId: number;
  materials: readonly Material[];
  /** Resolves when the server has everything that was typed. */
  flush: () => Promise<void>;
  /** Files on their way: nothing is handed in before they are there, whatever part is shown meanwhile. */
  send: (files: Promise<unknown>) => void;
  /** The field that was asked for, whose entry is to be open. */
  target: string | undefined;
};

export const FormWorkContext = createContext<FormWork | null>(null);

export const useFormWork = (): FormWork => {
  const work = useContext(FormWorkContext);
  if (!work) throw new Error('There is no form around this field.');
  return work;
};
