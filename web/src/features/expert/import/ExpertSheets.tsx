import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { SheetTools } from '../../../kit/list/actions/SheetTools.tsx';
import type { List } from '../../../kit/list/list.ts';

/** Experts as a workbook; rows that are in order may be taken without the others. */
export const ExpertSheets = ({ list }: { list: List<unknown> }) => (
  <SheetTools noun="专家" name="expert" api={expertPoolApi} list={list} allowsPartial />
);
