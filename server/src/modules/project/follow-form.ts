import type { ChosenSubject } from '@zhiping/shared/rules/project-form/fields.ts';
import { ProjectForm } from '@zhiping/shared/rules/project-form/form.ts';
import { pathKey } from '@zhiping/shared/rules/subject/path.ts';
import type { Db } from '../../platform/database/db.ts';
import { findFormerNames, findFullNames } from '../subject/subject.queries.ts';
import { findSuccession } from '../succession/succession.ts';

/** Removes duplicates after two subjects were merged; the first stays. */
const withoutDuplicates = (subjects: ChosenSubject[]) =>
  subjects.filter(
    ({ path }, index) => subjects.findIndex((one) => pathKey(one.path) === pathKey(path)) === index,
  );

/** Subjects with the names of the catalogue; names sent by a client are ignored. */
const withCatalogueNames = async (db: Db, subjects: ChosenSubject[]): Promise<ChosenSubject[]> => {
  const paths = subjects.map(({ path }) => path);
  const current = await findFullNames(db, paths);
  const gone = paths.filter((path) => !current.has(pathKey(path)));
  const former = gone.length > 0 ? await findFormerNames(db, gone) : new Map<string, string>();
  return subjects.map(({ path }) => {
    const key = pathKey(path);
    const fullName = current.get(key) ?? former.get(key) ?? '';
    return { path, fullName, isObsolete: !current.has(key) };
  });
};

/**
 * A stored form as it reads today, with the fields of this version of the product and the subjects of the present
 * catalogue.
 */
export const followForm = async (
  db: Db,
  { form: stored, subject_edition: edition }: { form: ProjectForm; subject_edition: number },
): Promise<ProjectForm> => {
  const form = ProjectForm.parse(stored);
  const { subjects } = form.target;
  if (!subjects || subjects.length === 0) return form;
  const { subjectKey } = await findSuccession(db, [edition]);
  const moved = subjects.map((one) => ({ ...one, path: subjectKey(pathKey(one.path), edition).split('/') }));
  return {
    ...form,
    target: { ...form.target, subjects: await withCatalogueNames(db, withoutDuplicates(moved)) },
  };
};
