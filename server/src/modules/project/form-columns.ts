import type { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';

/** Fields of a form that are also columns, so that lists do not have to read the form. */
export const formColumns = ({ target }: ProjectForm) => ({
  title_series: target.titleSeries,
  title_level: target.titleLevel,
  title_name: target.titleName?.trim() || null,
  kind: target.kind,
});
