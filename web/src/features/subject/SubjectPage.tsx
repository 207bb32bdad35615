import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import { subjectApi, type Subject } from '@zhiping/shared/contracts/subject.ts';
import { lazy, useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { refresh } from '../../lib/query-client.ts';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { EnabledSwitch } from '../../kit/list/EnabledSwitch.tsx';
import { enabledOptions } from '../../kit/display/EnabledTag.tsx';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { TreePage } from '../../kit/tree/TreePage.tsx';
import { DictTag } from '../../pickers/DictTag.tsx';
import { useDict } from '../../pickers/use-dict.ts';
import { EditionButton } from './EditionButton.tsx';
import { codeOf, nameOf } from './subject-names.ts';
import { SubjectFacts } from './SubjectFacts.tsx';
import { useSubjectActions } from './use-subject-actions.ts';

const SubjectFields = lazy(() => import('./SubjectFields.tsx'));
const SubjectTree = lazy(() => import('./SubjectTree.tsx'));

const saveEnabled = (subject: Subject) => async (enabled: boolean, version: number) => {
  await call(subjectApi.update, { body: { ...subject, id: subject.subjectId, enabled, version } });
  await refresh(subjectApi.list);
};

const columns: Column<Subject>[] = [
  cell('name', '学科专业', nameOf, { isLink: true, mobile: 'title', width: 150 }),
  cell('code', '代码', codeOf, { width: 80, sort: 'professionalClassCode', mobile: 'field' }),
  cell('catalog', '目录', ({ catalog }) => <DictTag dict={SUBJECT_CATALOG_DICT} value={catalog} />, {
    width: 150,
    sort: 'catalog',
    hidePriority: 2,
  }),
  cell(
    'enabled',
    '状态',
    (subject) => (
      <EnabledSwitch {...subject} name={nameOf(subject)} allow="subject:edit" save={saveEnabled(subject)} />
    ),
    { width: 84, mobile: 'status' },
  ),
  text('fullName', '全称', { grows: true, width: 340, mobile: 'field', hidePriority: 1 }),
];

/** A new subject starts at the node that is selected in the tree. */
const editorAt = (place: Partial<Subject>) =>
  editorOf({
    api: subjectApi,
    allow: { create: 'subject:add', update: 'subject:edit' },
    valuesOf: (subject: Subject | undefined) => ({
      catalog: (subject ?? place).catalog,
      subjectCategoryCode: (subject ?? place).subjectCategoryCode,
      subjectCategory: subject?.subjectCategory,
      professionalCategoryCode: (subject ?? place).professionalCategoryCode,
      professionalCategory: subject?.professionalCategory,
      professionalClassCode: subject?.professionalClassCode ?? null,
      professionalClass: subject?.professionalClass ?? null,
      enabled: subject?.enabled ?? true,
    }),
    fields: (subject) => <SubjectFields isNew={subject === undefined} />,
    refreshes: [subjectApi.usage],
  });

/** The codes of the selected node; the form finds their names. */
const placeOf = (catalog: string | undefined, code = ''): Partial<Subject> => ({
  catalog,
  subjectCategoryCode: code.slice(0, 2) || undefined,
  professionalCategoryCode: code.length === 4 ? code : undefined,
});

export default function SubjectPage() {
  const list = useList(subjectApi.list);
  const catalogs = useDict(SUBJECT_CATALOG_DICT);
  const { catalog, professionalCategoryCode } = list.query;
  const editor = useMemo(
    () => editorAt(placeOf(catalog, professionalCategoryCode)),
    [catalog, professionalCategoryCode],
  );
  const bulkActions = useSubjectActions();

  return (
    <TreePage label="学科分类" tree={(onDone) => <SubjectTree list={list} onDone={onDone} />}>
      <ListPage
        title="学科目录"
        row={{
          noun: '学科',
          idOf: ({ subjectId }) => subjectId,
          nameOf,
          factsOf: (subject) => <SubjectFacts subject={subject} />,
        }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="blurry" label="名称、代码或拼音" />}
        filters={
          <>
            <SelectFilter
              list={list}
              name="catalog"
              label="目录"
              resets="professionalCategoryCode"
              options={catalogs.options}
            />
            <SelectFilter list={list} name="enabled" label="状态" options={enabledOptions} />
          </>
        }
        work={{
          editor,
          removal: {
            api: subjectApi.remove,
            allow: 'subject:del',
            consequence: '专家或教师正在使用的学科不能删除，请改为停用。',
          },
          bulkActions,
        }}
        tools={
          <>
            <EditionButton catalog={catalog} />
            <ExportButton api={subjectApi.download} list={list} />
          </>
        }
      />
    </TreePage>
  );
}
