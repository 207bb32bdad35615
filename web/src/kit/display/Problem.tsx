import type { ReactNode } from 'react';
import './problem.css';

type Props = { title: string; children?: ReactNode; actions?: ReactNode };

/** A page with an explanation in place of the requested one. */
export const Problem = ({ title, children, actions }: Props) => (
  <div className="problem">
    <h1>{title}</h1>
    <div className="problem-text">{children}</div>
    <div className="problem-actions">{actions}</div>
  </div>
);
