import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { usePermission } from '../../lib/permission.ts';
import { BoardView } from './BoardView.tsx';
import { ExpertProgressView } from './ExpertProgressView.tsx';
import { FiguresView } from './FiguresView.tsx';
import { useRoundCycle } from './use-round-cycle.tsx';

const parts = { subject: '学科', school: '学校', expert: '专家', figure: '宽严与用时' } as const;
type Part = keyof typeof parts;

const isPart = (value: string | null): value is Part => value !== null && Object.hasOwn(parts, value);

/** A running round: progress of its projects and experts, and the statistics of experts. */
export default function ProgressPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('part');
  const { cycleId, cycles, picker, instead } = useRoundCycle('评审进度', {
    keep: ['part'],
    // The statistics cover all cycles until one is chosen.
    isOptional: asked === 'figure',
  });
  const mayName = usePermission(['review:list']);
  const maySeeFigures = usePermission(['review:figures']);
  if (!cycles || cycles.length === 0 || (cycleId === undefined && asked !== 'figure')) return instead;
  const offered: Part[] = [
    'subject',
    'school',
    ...(mayName ? (['expert'] as const) : []),
    ...(maySeeFigures ? (['figure'] as const) : []),
  ];
  const part = isPart(asked) && offered.includes(asked) ? asked : 'subject';
  const tools = (
    <>
      <Segmented
        aria-label="看什么"
        value={part}
        options={offered.map((value) => ({ value, label: parts[value] }))}
        onChange={(value) =>
          setParams(
            new URLSearchParams({
              part: value,
              ...(value !== 'figure' && cycleId && { cycleId: String(cycleId) }),
            }),
          )
        }
      />
      {part !== 'figure' && picker}
    </>
  );
  if (part === 'figure') return <FiguresView cycles={cycles} tools={tools} />;
  if (cycleId === undefined) return instead;
  if (part === 'expert') return <ExpertProgressView key={cycleId} cycleId={cycleId} tools={tools} />;
  const cycleName = cycles.find(({ id }) => id === cycleId)?.name;
  return <BoardView key={`${cycleId} ${part}`} {...{ cycleId, cycleName, tools }} by={part} />;
}
