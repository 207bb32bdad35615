import { type FiguresRow, reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { FEW_OPINIONS, leanings } from '@zhiping/shared/rules/expert/figures.ts';
import type { ReactNode } from 'react';
import { Facts } from '../../kit/display/Facts.tsx';
import { ExportButton } from '../../kit/list/actions/ExportButton.tsx';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { TextFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { useList } from '../../lib/list-state.ts';
import { CycleFilter } from '../../pickers/CycleFilter.tsx';
import './progress.css';

const isFew = (count: number) => count < FEW_OPINIONS;

/** Points of the difference with their sign, and how the expert leans. */
const severityWords = ({ severity, leaning }: FiguresRow) => {
  if (severity === null || leaning === null) return null;
  const points = severity === 0 ? '0' : `${severity > 0 ? '+' : '−'}${Math.abs(severity)}`;
  return `${points}（${leanings[leaning]}）`;
};
const percent = ({ agreement }: FiguresRow) => (agreement === null ? null : `${agreement}%`);

const Few = ({ count }: { count: number }) => isFew(count) && <span className="progress-none">（少）</span>;

const Opinions = ({ opinions }: FiguresRow) => (
  <>
    {opinions}
    <Few count={opinions} />
  </>
);

const Severity = (row: FiguresRow) => {
  const words = severityWords(row);
  return words !== null && row.leaning === 'few' ? <span className="progress-none">{words}</span> : words;
};

const Agreement = (row: FiguresRow) => {
  const words = percent(row);
  if (words === null) return null;
  return (
    <>
      {words}
      <Few count={row.judged} />
    </>
  );
};

const columns: Column<FiguresRow>[] = [
  text('name', '专家', { isLink: true, width: 100, mobile: 'title' }),
  text('schoolName', '单位', { width: 160, grows: true, mobile: 'field', hidePriority: 1 }),
  cell('opinions', '意见份数', Opinions, { width: 100, align: 'right', sort: 'opinions', mobile: 'named' }),
  cell('severity', '平均分差', Severity, {
    width: 160,
    align: 'right',
    sort: 'severity',
    mobile: 'named',
  }),
  cell('agreement', '与结果一致', Agreement, {
    width: 130,
    align: 'right',
    sort: 'agreement',
    mobile: 'named',
  }),
  text('days', '送审到提交（天）', { width: 150, align: 'right', sort: 'days', hidePriority: 3 }),
  text('minutes', '打开时间（分钟）', { width: 150, align: 'right', sort: 'minutes', hidePriority: 2 }),
];

const FigureFacts = (row: FiguresRow) => (
  <Facts
    items={[
      ['专家', row.name],
      ['单位', row.schoolName],
      ['意见份数', `${row.opinions} 份`],
      ['平均分差', severityWords(row)],
      ['其中可比较', `${row.compared} 份（同一材料还有其他专家的分数）`],
      ['结论与结果一致', percent(row)],
      ['其中已有结果', `${row.judged} 份（送审已结束）`],
      ['送审到提交', row.days === null ? null : `${row.days} 天（中位数）`],
      ['打开时间', row.minutes === null ? null : `${row.minutes} 分钟（中位数）`],
      ['说明', isFew(row.opinions) ? `不足 ${FEW_OPINIONS} 份，数字说明不了什么` : null],
    ]}
  />
);

type Props = { cycles: readonly { id: number; name: string }[]; tools: ReactNode };

/** Statistics of experts from their opinions, over all cycles or of one. */
export const FiguresView = ({ cycles, tools }: Props) => {
  const list = useList(reviewBoardApi.figures);
  return (
    <ListPage
      title="评审进度"
      row={{
        noun: '专家特点',
        idOf: ({ expertId }) => expertId,
        keyParam: 'expertId',
        nameOf: ({ name }) => name,
        factsOf: FigureFacts,
      }}
      list={list}
      columns={columns}
      search={
        <>
          <p className="progress-note progress-first">
            平均分差：本人总分与同一材料其他专家平均分之差；用时取中位数。可比较的意见少于 {FEW_OPINIONS}{' '}
            份的只给数字，不说偏宽偏严；够数而且明显超出各份之间的起伏，才注明偏宽或偏严。只供评审办参考。
          </p>
          <TextFilter list={list} name="blurry" label="专家姓名" />
        </>
      }
      filters={<CycleFilter list={list} cycles={cycles} />}
      tools={
        <>
          {tools}
          <ExportButton api={reviewBoardApi.figureSheet} list={list} />
        </>
      }
    />
  );
};
