import type { ReactNode } from 'react';
import './problem.css';

type Props = { title: string; children?: ReactNode; actions?: ReactNode };

/** A page that tells why it is not the one that was asked for. */
export const Problem = ({ title, children, actions }: Props) => (
  <div className="problem">
    <h1>{title}</h1>
    <div className="problem-text">{children}</div>
    <div className="problem-actions">{actions}</div>
  </div>
);
