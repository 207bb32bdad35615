import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import { useMemo } from 'react';
import { subjectTree } from './subject-tree.ts';
import { useDict } from './use-dict.ts';
import { useSubjects } from './use-subjects.ts';

/** The catalogues as trees, with names from the dictionary; without disabled subjects by default. */
export const useSubjectTree = ({ withDisabled = false, enabled = true } = {}) => {
  const { data, ...result } = useSubjects({ enabled });
  const { details } = useDict(SUBJECT_CATALOG_DICT);
  const tree = useMemo(() => {
    const labels = new Map(details.map(({ value, label }) => [value, label]));
    const shown = (data ?? []).filter(({ enabled }) => enabled || withDisabled);
    return subjectTree(shown, (catalog) => labels.get(catalog) ?? catalog);
  }, [data, details, withDisabled]);
  return { tree, ...result };
};
