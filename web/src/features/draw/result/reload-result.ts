import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { refresh } from '../../../lib/query-client.ts';

/** Reloads everything that shows which expert has which project. */
export const reloadResult = () =>
  refresh(
    drawResultApi.read,
    drawResultApi.files,
    drawResultApi.trial,
    drawResultApi.why,
    drawApi.read,
    drawApi.standing,
    assignmentApi.files,
    assignmentApi.summary,
  );
