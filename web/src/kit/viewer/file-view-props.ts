export type FileViewProps = {
  url: string;
  name: string;
  format: string;
  /** Stands beside the reader's name over everything that is read. */
  mark: string;
  startPage?: number;
  /** What is said where there is no such file, and what to do where it cannot be opened. */
  failures: { missing: string; advice: string };
  onPage?: (page: number, pages: number) => void;
};
