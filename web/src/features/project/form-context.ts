import type { Material, Reason } from '@zhiping/shared/contracts/project-views.ts';
import type { Entry, ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import type { FormProblem } from '@zhiping/shared/rules/project-form/missing.ts';
import { createContext, useContext } from 'react';

/** State shared by the fields of the form. */
export type FormWork = {
  form: ProjectForm;
  change: (path: string, value: unknown) => void;
  /** Edits the current list: another device may have added entries since the last render. */
  changeEntries: (at: string, edit: (before: readonly Entry[]) => readonly Entry[]) => void;
  problems: readonly FormProblem[];
  /** Reasons of the last return, by path. */
  notes: readonly Reason[];
  /** Empty fields are reported only after the applicant has asked what is missing. */
  isChecked: boolean;
  projectId: number;
  materials: readonly Material[];
  /** Resolves when the server has all input. */
  flush: () => Promise<void>;
  /** Registers running uploads: the project cannot be submitted before they end, whichever part is shown. */
  send: (files: Promise<unknown>) => void;
  /** The path of the field to show; its entry must be open. */
  target: string | undefined;
};

export const FormWorkContext = createContext<FormWork | null>(null);

export const useFormWork = (): FormWork => {
  const work = useContext(FormWorkContext);
  if (!work) throw new Error('There is no form around this field.');
  return work;
};
