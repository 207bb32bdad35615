import { z } from 'zod';
import { Bytes, endpoint } from '../endpoint.ts';
import { ImportReport } from '../import-report.ts';
import { dateTime, flag, id } from '../schemas.ts';

const access = 'project:import';
const SHEET_BYTES = 10 * 1024 * 1024;

const chosen = {
  cycleId: id,
  /** Also over what an applicant has filled in already. */
  overwrite: flag.optional(),
};

/** Imports by a title officer for the applicants of their schools. */
export const projectImportApi = {
  /** Cycles that are open for projects. */
  cycles: endpoint('GET', '/api/project/import/cycle', {
    summary: '可导入申报的批次',
    access,
    result: z.array(z.object({ id: z.number(), name: z.string(), applyClosesAt: dateTime.nullable() })),
  }),
  template: endpoint('GET', '/api/project/batch/template', {
    summary: '申报导入模板',
    access,
    result: Bytes,
  }),
  /** All rows or, with `partial`, the correct ones; with `dryRun` none, and the report shows the effect. */
  import: endpoint('POST', '/api/project/batch', {
    summary: '导入申报',
    access,
    query: z.object({ dryRun: flag.optional(), partial: flag.optional(), ...chosen }),
    upload: { field: 'file', maxBytes: SHEET_BYTES },
    result: ImportReport,
  }),
  commitImport: endpoint('POST', '/api/project/batch/:taskId', {
    summary: '提交已检查的申报导入',
    access,
    params: z.object({ taskId: id }),
    query: z.object({ partial: flag.optional() }),
    result: ImportReport,
  }),
};
