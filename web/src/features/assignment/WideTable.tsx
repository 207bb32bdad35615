import type { ReactNode } from 'react';
import { ScrollRegion } from '../../kit/display/ScrollRegion.tsx';

/** A table that scrolls sideways when it is too wide, also by keyboard. */
export const WideTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollRegion label={label} className="assignment-wide">
    <table>{children}</table>
  </ScrollRegion>
);
