import { SUBJECT_CATALOG_DICT } from '@zhiping/shared/constants.ts';
import { subjectApi, type Subject } from '@zhiping/shared/contracts/subject.ts';
import { lazy, Suspense } from 'react';
import { useList } from '../../lib/list-state.ts';
import { cell, text, type Column } from '../../kit/columns.tsx';
import { Facts } from '../../kit/Facts.tsx';
import { SelectFilter, TextFilter } from '../../kit/filters.tsx';
import { ListPage } from '../../kit/ListPage.tsx';
import { enabledOptions, EnabledTag } from '../../kit/EnabledTag.tsx';
import { Loading } from '../../kit/states.tsx';
import { TreePage } from '../../kit/TreePage.tsx';
import { DictTag } from '../../pickers/DictTag.tsx';
import { useDict } from '../../pickers/use-dict.ts';

const SubjectTree = lazy(() => import('./SubjectTree.tsx'));

const codeOf = (subject: Subject) => subject.professionalClassCode ?? subject.professionalCategoryCode;
const nameOf = (subject: Subject) => subject.professionalClass ?? subject.professionalCategory;

const columns: Column<Subject>[] = [
  cell('name', '学科专业', nameOf, { isLink: true, mobile: 'title', width: 180 }),
  cell('code', '代码', codeOf, { width: 90, sort: 'professionalClassCode', mobile: 'field' }),
  cell('catalog', '目录', ({ catalog }) => <DictTag dict={SUBJECT_CATALOG_DICT} value={catalog} />, {
    width: 150,
    sort: 'catalog',
  }),
  text('fullName', '全称', { width: 340, mobile: 'field' }),
  cell('enabled', '状态', ({ enabled }) => <EnabledTag enabled={enabled} />, { width: 70, mobile: 'status' }),
];

const SubjectFacts = (subject: Subject) => (
  <Facts
    items={[
      ['全称', subject.fullName],
      ['代码', codeOf(subject)],
      ['门类', `${subject.subjectCategoryCode} ${subject.subjectCategory}`],
      ['专业类', `${subject.professionalCategoryCode} ${subject.professionalCategory}`],
      ['专业', subject.professionalClass],
      ['状态', <EnabledTag key="enabled" enabled={subject.enabled} />],
    ]}
  />
);

export default function SubjectPage() {
  const list = useList(subjectApi.list);
  const catalogs = useDict(SUBJECT_CATALOG_DICT);

  return (
    <TreePage
      label="学科分类"
      tree={(onDone) => (
        <Suspense fallback={<Loading />}>
          <SubjectTree list={list} onDone={onDone} />
        </Suspense>
      )}
    >
      <ListPage
        title="学科目录"
        noun="学科"
        list={list}
        columns={columns}
        idOf={({ subjectId }) => subjectId}
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
        detail={{ title: nameOf, content: SubjectFacts }}
      />
    </TreePage>
  );
}
