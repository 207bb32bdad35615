import type { ResultFigures } from '@zhiping/shared/rules/assignment/result-figures.ts';
import { Bars } from './Bars.tsx';

type Props = { figures: ResultFigures; before?: ResultFigures; beforeName?: string };

const countOf = (loads: ResultFigures['loads'], load: number) =>
  loads.find((one) => one.load === load)?.experts ?? 0;

/** Every load from the smallest to the largest, including loads that no expert has. */
const loadsOf = (figures: ResultFigures, before: ResultFigures | undefined) => {
  const known = [...figures.loads, ...(before?.loads ?? [])].map(({ load }) => load);
  if (known.length === 0) return [];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return Array.from({ length: most - least + 1 }, (_, at) => least + at).map((load) => ({
    label: `${load}`,
    value: countOf(figures.loads, load),
    ...(before && { before: countOf(before.loads, load) }),
  }));
};

const matchesOf = (figures: ResultFigures, before: ResultFigures | undefined) =>
  figures.matches.map(({ from, pairs }, at) => ({
    label: `${from}+`,
    value: pairs,
    ...(before && { before: before.matches[at]?.pairs ?? 0 }),
  }));

/** Distributions of match scores and of projects per expert, as small histograms. */
export const DistributionCharts = ({ figures, before, beforeName }: Props) => (
  <div className="result-pictures">
    <Bars
      title="匹配分的分布（处）"
      unit="处"
      bars={matchesOf(figures, before)}
      {...(beforeName && { beforeName })}
    />
    <Bars
      title="每位专家的份数（人）"
      unit="人"
      of=" 份"
      bars={loadsOf(figures, before)}
      {...(beforeName && { beforeName })}
    />
  </div>
);
