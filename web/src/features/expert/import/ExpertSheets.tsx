import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { WorkbookButtons } from '../../../kit/list/actions/WorkbookButtons.tsx';
import type { List } from '../../../kit/list/list.ts';

/** Imports and exports experts as a workbook; valid rows can be imported without the others. */
export const ExpertSheets = ({ list }: { list: List<unknown> }) => (
  <WorkbookButtons noun="专家" taskPrefix="expert" api={expertPoolApi} list={list} allowsPartial />
);
