import type { ReactNode } from 'react';
import './page-head.css';

type Props = {
  title: string;
  /** Renders a second-level heading, for a part of a page that has its own head. */
  isPart?: boolean | undefined;
  children?: ReactNode;
};

/** The heading takes the focus after a navigation, so that screen readers start there. */
export const PageHead = ({ title, isPart = false, children }: Props) => (
  <header className="page-head">
    {isPart ? <h2>{title}</h2> : <h1 tabIndex={-1}>{title}</h1>}
    {children && <div className="page-actions">{children}</div>}
  </header>
);
