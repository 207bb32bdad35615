import type { ReactNode } from 'react';
import { rovingTabIndex } from '../hooks/roving-tab-index.ts';

type Props = { label: string; className: string; children: ReactNode };

/** Controls that form a single Tab stop. */
export const Toolbar = ({ label, className, children }: Props) => (
  <div ref={rovingTabIndex} role="toolbar" aria-label={label} className={className}>
    {children}
  </div>
);
