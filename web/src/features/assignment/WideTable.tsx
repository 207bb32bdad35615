import type { ReactNode } from 'react';

/** A table that scrolls sideways where there is no room for it, by keys too. */
export const WideTable = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Reached by keyboard, so that it can be scrolled.
  <div className="assignment-wide" role="region" aria-label={label} tabIndex={0}>
    <table>{children}</table>
  </div>
);
