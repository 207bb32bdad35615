import type { ReactNode } from 'react';
import './page-head.css';

/** The heading takes focus after a navigation, so that screen readers begin there. */
export const PageHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="page-head">
    <h1 tabIndex={-1}>{title}</h1>
    {children && <div className="page-actions">{children}</div>}
  </header>
);
