import type { Figure } from '@zhiping/shared/contracts/dashboard.ts';
import { Link } from 'react-router';
import type { z } from 'zod';

type FigureData = z.output<typeof Figure>;

const numbers = new Intl.NumberFormat('zh-CN');

const Content = ({ label, value }: FigureData) => (
  <>
    <span>{label}</span>
    <strong>{numbers.format(value)}</strong>
  </>
);

/** What needs attention says so in words too: colour alone is not seen by everybody. */
const FigureDoor = (figure: FigureData) => {
  const className = `figure figure-${figure.tone}`;
  const note = figure.tone === 'attention' && figure.value > 0 && <em>待处理</em>;
  if (figure.to === null) {
    return (
      <div className={className}>
        <Content {...figure} />
        {note}
      </div>
    );
  }
  return (
    <Link className={className} to={figure.to}>
      <Content {...figure} />
      {note}
    </Link>
  );
};

export const Figures = ({ figures }: { figures: readonly FigureData[] }) => (
  <ul className="figures" aria-label="概况">
    {figures.map((figure) => (
      <li key={figure.code}>
        <FigureDoor {...figure} />
      </li>
    ))}
  </ul>
);
