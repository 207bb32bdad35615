import type { ReactNode } from 'react';
import { rove } from '../hooks/rove.ts';

type Props = { label: string; className: string; children: ReactNode };

/** Controls that form a single Tab stop. */
export const Toolbar = ({ label, className, children }: Props) => (
  <div ref={rove} role="toolbar" aria-label={label} className={className}>
    {children}
  </div>
);
