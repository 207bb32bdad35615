import type { ReactNode } from 'react';
import { orPlaceholder } from './placeholder.tsx';
import './facts.css';

/** Widest value in half a column, in Latin letters; a Chinese character counts as two. */
const HALF_COLUMN_WIDTH = 30;
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 2 : 1), 0);
const isLong = (value: ReactNode) => typeof value === 'string' && widthOf(value) > HALF_COLUMN_WIDTH;

export const Facts = ({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {items.map(([label, value]) => (
      <div key={label} className={isLong(value) ? 'fact-wide' : undefined}>
        <dt>{label}</dt>
        <dd>{orPlaceholder(value)}</dd>
      </div>
    ))}
  </dl>
);
