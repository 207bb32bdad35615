import { z } from 'zod';

/** What came of an import, row by row. */
export const ImportReport = z.object({
  total: z.number(),
  created: z.number(),
  failed: z.number(),
  /** `row` counts as the sheet shows it: the first row of data is 2. */
  errors: z.array(
    z.object({
      row: z.number(),
      field: z.string(),
      /** Header of the column, where `field` is the name of the field in JSON. */
      column: z.string().optional(),
      value: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
  /** Set instead of everything else where the sheet is so large that it becomes background work, whose result is this. */
  taskId: z.number().optional(),
});
export type ImportReport = z.output<typeof ImportReport>;
