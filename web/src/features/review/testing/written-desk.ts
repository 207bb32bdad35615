import type { ReviewDesk } from '@zhiping/shared/contracts/review.ts';
import { standardForm } from '@zhiping/shared/rules/opinion/form.ts';

/** An assignment whose opinion is submitted. */
export const writtenDesk: ReviewDesk = {
  view: 'expertBlind',
  assignmentId: 11,
  bagNo: 'AAAAAA',
  cycle: {
    id: 2,
    name: '第一批',
    organiser: '省教育厅',
    officePhone: null,
    suspendedReason: null,
    scale: 'conclusion',
    form: standardForm,
    ruleVersion: 1,
    materialDownload: false,
  },
  titleSeries: null,
  titleLevel: null,
  titleName: null,
  subjects: [],
  state: 'submitted',
  closedReason: null,
  extension: null,
  dueAt: null,
  now: '2026-11-20 10:00:00',
  submittedAt: '2026-11-20 09:00:00',
  returnedReason: null,
  works: [],
  files: [],
  others: null,
  opinion: { scores: {}, texts: { opinion: '达到要求' }, conclusion: 'agree', grade: null },
  version: 3,
  savedAt: '2026-11-20 09:00:00',
  hash: 'abcdef',
  can: { recall: true },
};
