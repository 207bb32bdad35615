import type { ExpertFilters } from '@zhiping/shared/contracts/expert-pool.ts';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import { exportSheet, type SheetColumn } from '../../../platform/sheets/export-sheet.ts';
import type { Paging } from '../../../platform/lists/paginate.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import { findDictLabels } from '../../dict/dict.queries.ts';

import { seesGrades } from '@zhiping/shared/rules/expert/grades.ts';
import { type ExpertDeps, streamExperts } from './expert.queries.ts';

type Row = ReturnType<typeof streamExperts> extends AsyncIterable<infer R> ? R : never;

/** The list as a sheet: the same rows and the same fields, identity numbers masked. */
export const exportExperts = async (
  deps: ExpertDeps,
  reader: Principal,
  query: Pick<Paging, 'sort'> & ExpertFilters,
): Promise<Bytes> => {
  const [series, levels] = await Promise.all([
    findDictLabels(deps.db, 'title_series'),
    findDictLabels(deps.db, 'title_level'),
  ]);
  const labelOf = (labels: Map<string, string>, value: string | null) =>
    value === null ? null : (labels.get(value) ?? value);
  const subject = (rank: number) => (row: Row) => row.subjects[rank]?.fullName;
  const keywords = (rank: number) => (row: Row) => row.subjects[rank]?.keywords.join('、');
  const officeOnly: SheetColumn<Row>[] = [
    ['评级', (row) => row.rating],
    ['最大承担量', (row) => row.maxLoad],
    ['备注', (row) => row.note],
  ];
  return exportSheet('专家', streamExperts(deps, reader, query), [
    ['姓名', (row) => row.name],
    ['身份证号码', (row) => row.idCard],
    ['性别', (row) => row.gender],
    ['手机号码', (row) => row.phone],
    ['邮箱', (row) => row.email],
    ['单位', (row) => row.schoolName],
    ['院系或部门', (row) => row.department],
    ['职称系列', (row) => labelOf(series, row.titleSeries)],
    ['职称层级', (row) => labelOf(levels, row.titleLevel)],
    ['职称名称', (row) => row.titleName],
    ['学科一', subject(0)],
    ['关键词一', keywords(0)],
    ['学科二', subject(1)],
    ['关键词二', keywords(1)],
    ['学科三', subject(2)],
    ['关键词三', keywords(2)],
    ['已退休', (row) => row.retired],
    ...(!seesGrades(reader) ? [] : officeOnly),
    ['启用', (row) => row.enabled],
    ['确认时间', (row) => row.confirmedAt],
    ['任期开始', (row) => row.termStart],
    ['任期结束', (row) => row.termEndsAt],
    ['创建时间', (row) => row.createTime],
  ]);
};
