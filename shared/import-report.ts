import { z } from 'zod';

const RowProblem = z.object({
  row: z.number(),
  /** Name of a further sheet, whose rows belong to those of the main one. */
  sheet: z.string().optional(),
  field: z.string(),
  /** Header of the column, where `field` is the name of the field in JSON. */
  column: z.string().optional(),
  value: z.string(),
  code: z.string(),
  message: z.string(),
});

/** Result of an import, row by row. */
export const ImportReport = z.object({
  total: z.number(),
  created: z.number(),
  failed: z.number(),
  /** `row` counts as the sheet shows it: the first row of data is 2. */
  errors: z.array(RowProblem),
  /** Notes on rows that are stored nevertheless. */
  notes: z.array(RowProblem).optional(),
  /**
   * The sheet that was read, where the workbook has more than one, and visible ones with the same headings that were
   * not.
   */
  sheet: z.object({ name: z.string(), unread: z.array(z.string()) }).optional(),
  /** Set instead of everything else where the sheet is so large that it becomes background work, whose result is this. */
  taskId: z.number().optional(),
});
export type ImportReport = z.output<typeof ImportReport>;
