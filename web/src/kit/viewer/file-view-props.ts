import type { ReactNode } from 'react';

export type FileViewProps = {
  url: string;
  name: string;
  format: string;
  /** Stands beside the reader's name over everything that is read. */
  mark: string;
  startPage?: number;
  /** How large it is shown at first, as `onZoom` told it. */
  startZoom?: string | undefined;
  /** What is said where there is no such file, and what to do where it cannot be opened. */
  failures: { missing: string; advice: string; action?: ReactNode };
  onZoom?: (zoom: string) => void;
  /** Called once it is in sight. */
  onShown?: () => void;
  onPage?: (page: number, pages: number) => void;
};
