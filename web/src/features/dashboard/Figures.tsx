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

const FigureLink = (figure: FigureData) =>
  figure.to === null ? (
    <div className="figure">
      <Content {...figure} />
    </div>
  ) : (
    <Link className="figure" to={figure.to}>
      <Content {...figure} />
    </Link>
  );

export const Figures = ({ figures }: { figures: readonly FigureData[] }) => (
  <ul className="figures" aria-label="概况">
    {figures.map((figure) => (
      <li key={figure.code}>
        <FigureLink {...figure} />
      </li>
    ))}
  </ul>
);
