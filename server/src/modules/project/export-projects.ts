import { levelWords, projectKinds } from '@zhiping/shared/rules/review-rule/facts.ts';
import { publicityWords } from '@zhiping/shared/rules/project/waiting.ts';
import { projectStates, turns } from '@zhiping/shared/rules/project/states.ts';
import { exportSheet } from '../../platform/sheets/export-sheet.ts';
import { findDictLabels } from '../dict/dict.queries.ts';
import { streamProjects } from './project-list.queries.ts';

const wordOf = (words: Readonly<Record<string, string>>, value: string | null) =>
  value === null ? null : (words[value] ?? value);

/** The list as a sheet: the same rows and the same fields. */
export const exportProjects = async (...[db, reader, query]: Parameters<typeof streamProjects>) => {
  const series = Object.fromEntries(await findDictLabels(db, 'title_series'));
  return exportSheet('申报', streamProjects(db, reader, query), [
    ['编号', (row) => row.no],
    ['姓名', (row) => row.name],
    ['学校', (row) => row.schoolName],
    ['批次', (row) => row.cycleName],
    ['申报系列', (row) => wordOf(series, row.titleSeries)],
    ['申报层级', (row) => wordOf(levelWords, row.titleLevel)],
    ['申报职称', (row) => row.titleName],
    ['申报类型', (row) => wordOf(projectKinds, row.kind)],
    ['状态', (row) => projectStates[row.state]],
    ['审核环节', (row) => row.checkStep && turns[row.checkStep]],
    ['单位公示', (row) => (row.state === 'unitPublicity' ? publicityWords(row.publicity) : null)],
    ['提交时间', (row) => row.submittedAt],
    ['最近保存', (row) => row.updateTime],
  ]);
};
