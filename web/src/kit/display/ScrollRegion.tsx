import type { ReactNode } from 'react';

type Props = { label: string; className: string; children: ReactNode };

/** A region that scrolls when its content is too wide or too high, also by keyboard. */
export const ScrollRegion = ({ label, className, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Reached by keyboard, so that it can be scrolled.
  <div className={className} role="region" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
