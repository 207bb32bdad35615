import type { ReactNode } from 'react';
import { shown } from './columns.tsx';
import './facts.css';

/** Labels and values of one thing. */
export const Facts = ({ items }: { items: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {items.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{shown(value)}</dd>
      </div>
    ))}
  </dl>
);
