const MEGABYTE = 1024 * 1024;

/** Limits of an uploaded workbook. */
export type SheetLimits = {
  /** Time of a core, which a busy machine does not stretch. */
  cpuMs: number;
  heapMegabytes: number;
  /** By the clock, for a thread that nothing else ends. */
  silentMs: number;
  /** Entries of the archive. A workbook has a few more than sheets. */
  entries: number;
  unpackedBytes: number;
  /** Texts of sheets that people fill in pack to a tenth; small ones of empty rows to less. */
  ratio: number;
  anyRatioUntil: number;
  /** The longest tag, text or comment: cells have at most 32 767 characters. */
  partBytes: number;
  /** Elements of all parts that are read of a workbook, cells and their values: 50 000 rows of 40 columns have four million. */
  elements: number;
  /** Elements in one another, of which the parser keeps a list. */
  depth: number;
  strings: number;
  /** Characters of all strings, and of all cells that are read: one string may be shown by every cell. */
  textChars: number;
};

export const sheetLimits: SheetLimits = {
  cpuMs: 60_000,
  heapMegabytes: 512,
  silentMs: 600_000,
  entries: 20_000,
  unpackedBytes: 200 * MEGABYTE,
  ratio: 100,
  anyRatioUntil: 20 * MEGABYTE,
  partBytes: 512 * 1024,
  elements: 6_000_000,
  depth: 100,
  strings: 2_000_000,
  textChars: 32 * MEGABYTE,
};
