import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { expertPoolApi, terms, type Expert } from '@zhiping/shared/contracts/expert-pool.ts';
import { Tag } from 'antd';
import { lazy } from 'react';
import { PLACEHOLDER } from '../../../kit/display/placeholder.tsx';
import { cell, text, type Column } from '../../../kit/list/columns.tsx';
import { editorOf } from '../../../kit/form/editor.ts';
import { EnabledTag, enabledOptions } from '../../../kit/display/EnabledTag.tsx';
import { SelectFilter, TextFilter } from '../../../kit/list/filters/filters.tsx';
import { ListPage } from '../../../kit/list/ListPage.tsx';
import { TimeRangeFilter } from '../../../kit/list/filters/TimeRangeFilter.tsx';
import { useList } from '../../../lib/list-state.ts';
import { useUser } from '../../../lib/session-store.ts';
import { DictText } from '../../../pickers/DictText.tsx';
import { useDict } from '../../../pickers/use-dict.ts';
import { ExpertDetails } from './ExpertDetails.tsx';
import './expert-page.css';
import { SchoolFilter } from '../../../pickers/SchoolFilter.tsx';
import { SubjectFilter } from '../../../pickers/SubjectFilter.tsx';
import { useExpertActions } from './use-expert-actions.tsx';
import { ExpertSheets } from '../import/ExpertSheets.tsx';

const ExpertFields = lazy(() => import('./ExpertFields.tsx'));

/** The same name may exist in two catalogues; the detail view distinguishes them. */
const shortNames = ({ subjects }: Expert) =>
  [...new Set(subjects.map(({ fullName }) => fullName.split(' - ').at(-1)))].join('、');

const State = ({ expert }: { expert: Expert }) => (
  <span className="expert-state">
    {expert.accepted ? <EnabledTag enabled={expert.enabled} /> : <Tag color="processing">待入库</Tag>}
    {expert.hasChange && <Tag color="warning">待审核</Tag>}
  </span>
);

const Title = ({ titleName, titleLevel }: Expert) => {
  if (!titleName && !titleLevel) return PLACEHOLDER;
  return (
    <span className="expert-pair">
      {titleName}
      {titleLevel && (
        <small>
          <DictText dict="title_level" value={titleLevel} />
        </small>
      )}
    </span>
  );
};

const Confirmation = ({ confirmedAt, termEndsAt }: Expert) => {
  if (!confirmedAt) return '未确认';
  return (
    <span className="expert-pair">
      {confirmedAt.slice(0, 10)}
      {termEndsAt && <small>任期至 {termEndsAt}</small>}
    </span>
  );
};

const ratingColumn = text<Expert, 'rating'>('rating', '评级', {
  width: 68,
  sort: 'rating',
  align: 'right',
  hidePriority: 1,
});

const columns: Column<Expert>[] = [
  text('name', '姓名', { isLink: true, mobile: 'title', width: 92, sort: 'name' }),
  text('schoolName', '单位', { grows: true, width: 140, mobile: 'field' }),
  cell('subjects', '学科专业', shortNames, { grows: true, width: 150, mobile: 'field' }),
  cell('title', '职称', (expert) => <Title {...expert} />, { width: 108, mobile: 'field', hidePriority: 4 }),
  text('phone', '手机', { width: 110, hidePriority: 2 }),
  ratingColumn,
  cell('enabled', '状态', (expert) => <State expert={expert} />, {
    width: 86,
    sort: 'enabled',
    mobile: 'status',
  }),
  cell('confirmedAt', '确认与任期', (expert) => <Confirmation {...expert} />, {
    width: 140,
    sort: 'confirmedAt',
    hidePriority: 3,
  }),
];

const editor = editorOf({
  api: expertPoolApi,
  allow: { create: 'expert:add', update: 'expert:edit' },
  valuesOf: (expert: Expert | undefined) => ({
    name: expert?.name,
    gender: (expert?.gender ?? null) as '男' | '女' | null,
    phone: expert?.phone ?? undefined,
    email: expert?.email ?? null,
    schoolId: expert?.schoolId ?? undefined,
    department: expert?.department ?? null,
    titleSeries: expert?.titleSeries ?? null,
    titleLevel: expert?.titleLevel ?? null,
    titleName: expert?.titleName ?? null,
    subjects: expert?.subjects ?? [],
    retired: expert?.retired ?? false,
    maxLoad: expert?.maxLoad ?? null,
    note: expert?.note ?? null,
  }),
  fields: (expert) => <ExpertFields expert={expert} />,
  refreshes: [expertPoolApi.read, expertPoolApi.inspect],
});

const confirmedOptions = [
  { value: true, label: '已确认' },
  { value: false, label: '未确认' },
];
const acceptedOptions = [
  { value: false, label: '待入库推荐' },
  { value: true, label: '已入库' },
];
const withSubjectOptions = [{ value: false, label: '缺少学科' }];
const changedOptions = [{ value: true, label: '有待审核的变更' }];
const termOptions = Object.entries(terms).map(([value, label]) => ({ value, label }));
const ratingOptions = [5, 4, 3, 2, 1, 0].map((value) => ({ value, label: `评级 ${value}` }));

export default function ExpertPage() {
  const list = useList(expertPoolApi.list);
  const { user, dataScopes, abilities } = useUser();
  const { options: series } = useDict('title_series');
  const { options: levels } = useDict('title_level');
  const { rowActions, bulkActions, dialog } = useExpertActions();
  // A school recommends its own experts only.
  const valuesOf = (expert: Expert | undefined) => ({
    ...editor.valuesOf(expert),
    ...(dataScopes !== null && !expert && { schoolId: user.dept?.id }),
  });

  return (
    <>
      <ListPage
        title="专家库"
        row={{
          noun: '专家',
          idOf: ({ id }) => id,
          nameOf: ({ name }) => name,
          factsOf: (expert) => <ExpertDetails expert={expert} />,
        }}
        list={list}
        columns={abilities.seeGrades ? columns : columns.filter((column) => column !== ratingColumn)}
        search={<TextFilter list={list} name="blurry" label="姓名、拼音或手机" />}
        filters={
          <>
            <SchoolFilter list={list} among={dataScopes} />
            <SubjectFilter list={list} />
            <SelectFilter list={list} name="enabled" label="状态" options={enabledOptions} />
            <SelectFilter list={list} name="titleSeries" label="职称系列" options={series} />
            <SelectFilter list={list} name="titleLevel" label="职称层级" options={levels} />
            {abilities.seeGrades && (
              <SelectFilter list={list} name="rating" label="评级" options={ratingOptions} />
            )}
            <SelectFilter list={list} name="confirmed" label="确认" options={confirmedOptions} />
            <SelectFilter list={list} name="accepted" label="入库" options={acceptedOptions} />
            <SelectFilter list={list} name="term" label="任期" options={termOptions} />
            <SelectFilter list={list} name="withSubject" label="学科数据" options={withSubjectOptions} />
            <SelectFilter list={list} name="changed" label="变更" options={changedOptions} />
            <TimeRangeFilter list={list} label="创建时间" />
          </>
        }
        work={{
          editor: { ...editor, valuesOf, reason: ({ can }) => reasonOf(can.edit) },
          removal: {
            api: expertPoolApi.remove,
            allow: 'expert:del',
            reason: ({ can }) => reasonOf(can.remove),
            consequence: '账号与档案一并删除。已有确认、评级或启停记录的专家不能删除，请改为停用。',
          },
          rowActions,
          bulkActions,
        }}
        tools={<ExpertSheets list={list} />}
      />
      {dialog}
    </>
  );
}
