import { teacherApi, type Teacher } from '@zhiping/shared/contracts/teacher.ts';
import { applicantAccounts } from '@zhiping/shared/rules/teacher/applicant-account.ts';
import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { editorOf } from '../../kit/form/editor.ts';
import { EnabledSwitch } from '../../kit/list/EnabledSwitch.tsx';
import { enabledOptions } from '../../kit/display/EnabledTag.tsx';
import type { RowAction } from '../../kit/list/actions/actions.ts';
import { WorkbookButtons } from '../../kit/list/actions/WorkbookButtons.tsx';
import { SelectFilter, TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { refresh } from '../../lib/query-client.ts';
import { useUser } from '../../lib/session-store.ts';
import { DictText } from '../../pickers/DictText.tsx';
import { SchoolFilter } from '../../pickers/SchoolFilter.tsx';
import { SubjectFilter } from '../../pickers/SubjectFilter.tsx';
import { useDict } from '../../pickers/use-dict.ts';
import { TeacherFacts } from './TeacherFacts.tsx';
import { useTeacherActions } from './use-teacher-actions.ts';

const TeacherFields = lazy(() => import('./TeacherFields.tsx'));
const CorrectDialog = lazy(() => import('./CorrectDialog.tsx'));

/**
 * Omits the masked id number, so that the stored one stays. Omits the creation time, which would mark the row as sent
 * by a stock client.
 */
const saveEnabled = (teacher: Teacher) => async (enabled: boolean, version: number) => {
  const {
    idCard: _masked,
    gender: _shown,
    account: _state,
    can: _can,
    createTime: _created,
    ...rest
  } = teacher;
  await call(teacherApi.update, { body: { ...rest, gender: genderOf(teacher), enabled, version } });
  await refresh(teacherApi.list);
};

const accountOptions = Object.entries(applicantAccounts).map(([value, label]) => ({ value, label }));

const genderOf = (teacher: Teacher | undefined) => (teacher?.gender ?? null) as '男' | '女' | null;

const columns: Column<Teacher>[] = [
  text('name', '姓名', { isLink: true, mobile: 'title', width: 110, sort: 'name' }),
  text('staffNo', '工号', { width: 110, sort: 'staffNo', hidePriority: 7 }),
  text('schoolName', '学校', { grows: true, width: 180, mobile: 'field' }),
  cell('type', '类别', ({ type }) => <DictText dict="teacher_type" value={type} />, {
    width: 100,
    hidePriority: 4,
  }),
  cell('subject', '学科专业', ({ subject }) => subject?.fullName.split(' - ').at(-1), {
    grows: true,
    width: 180,
    mobile: 'field',
  }),
  text('titleName', '职称', { width: 110, mobile: 'field', hidePriority: 5 }),
  cell(
    'level',
    '层级',
    ({ titleLevel }) => titleLevel && <DictText dict="title_level" value={titleLevel} />,
    { width: 90, hidePriority: 3 },
  ),
  cell(
    'enabled',
    '状态',
    (teacher) => <EnabledSwitch {...teacher} allow="teacher:edit" save={saveEnabled(teacher)} />,
    { width: 90, sort: 'enabled', mobile: 'status' },
  ),
  cell('account', '申报账号', ({ account }) => applicantAccounts[account], { width: 90, hidePriority: 6 }),
  text('phone', '手机', { width: 120, hidePriority: 2 }),
  text('entryDate', '入职日期', { width: 110, sort: 'entryDate', hidePriority: 1 }),
];

/** Users of a school add teachers to that school. */
const editorAt = (schoolId: number | undefined) =>
  editorOf({
    api: teacherApi,
    allow: { create: 'teacher:add', update: 'teacher:edit' },
    valuesOf: (teacher: Teacher | undefined) => ({
      name: teacher?.name,
      staffNo: teacher?.staffNo ?? null,
      gender: genderOf(teacher),
      type: teacher?.type ?? 'teaching',
      schoolId: teacher?.schoolId ?? schoolId,
      titleSeries: teacher?.titleSeries ?? null,
      titleLevel: teacher?.titleLevel ?? null,
      titleName: teacher?.titleName ?? null,
      subject: teacher?.subject ?? null,
      phone: teacher?.phone ?? null,
      email: teacher?.email ?? null,
      entryDate: teacher?.entryDate ?? null,
      enabled: teacher?.enabled ?? true,
      note: teacher?.note ?? null,
    }),
    fields: (teacher) => <TeacherFields teacher={teacher} />,
  });

export default function TeacherPage() {
  const list = useList(teacherApi.list);
  const { user, dataScopes } = useUser();
  const schoolId = dataScopes === null ? undefined : user.dept?.id;
  const editor = useMemo(() => editorAt(schoolId), [schoolId]);
  const { options: types } = useDict('teacher_type');
  const { options: levels } = useDict('title_level');
  const bulkActions = useTeacherActions();
  const [corrected, setCorrected] = useState<Teacher>();
  const rowActions = (teacher: Teacher): RowAction[] =>
    teacher.can.correct === undefined
      ? []
      : [
          {
            label: '更正',
            allow: 'teacher:edit',
            reason: reasonOf(teacher.can.correct),
            run: () => setCorrected(teacher),
          },
        ];

  return (
    <>
      <ListPage
        title="教师管理"
        row={{
          noun: '教师',
          idOf: ({ id }) => id,
          nameOf: ({ name }) => name,
          factsOf: (teacher) => <TeacherFacts teacher={teacher} />,
        }}
        list={list}
        columns={columns}
        search={<TextFilter list={list} name="blurry" label="姓名、拼音、手机或工号" />}
        filters={
          <>
            <SchoolFilter list={list} among={dataScopes} label="学校" />
            <SubjectFilter list={list} />
            <SelectFilter list={list} name="type" label="类别" options={types} />
            <SelectFilter list={list} name="titleLevel" label="职称层级" options={levels} />
            <SelectFilter list={list} name="enabled" label="状态" options={enabledOptions} />
            <SelectFilter list={list} name="account" label="申报账号" options={accountOptions} />
          </>
        }
        work={{ editor, removal: { api: teacherApi.remove, allow: 'teacher:del' }, rowActions, bulkActions }}
        tools={
          <WorkbookButtons noun="教师" taskPrefix="teacher" api={teacherApi} list={list} allowsPartial />
        }
      />
      {corrected && (
        <Suspense fallback={null}>
          <CorrectDialog teacher={corrected} onClose={() => setCorrected(undefined)} />
        </Suspense>
      )}
    </>
  );
}
