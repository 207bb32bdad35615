import type { ReactNode } from 'react';

export type FileViewProps = {
  url: string;
  name: string;
  format: string;
  /** Shown beside the reader's name in the watermark. */
  watermark: string;
  startPage?: number;
  /** Initial zoom, a value that `onZoom` received. */
  startZoom?: string | undefined;
  /** Message for a missing file, advice for one that cannot be opened, and an additional button. */
  failures: { missing: string; advice: string; action?: ReactNode };
  onZoom?: (zoom: string) => void;
  /** Called once the first page is drawn. */
  onShown?: () => void;
  onPage?: (page: number, pages: number) => void;
};
