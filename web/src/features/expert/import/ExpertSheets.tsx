import { expertPoolApi } from '@zhiping/shared/contracts/expert-pool.ts';
import { SheetTools } from '../../../kit/list/actions/SheetTools.tsx';
import type { List } from '../../../kit/list/list.ts';

/** Imports and exports experts as a workbook; valid rows can be imported without the others. */
export const ExpertSheets = ({ list }: { list: List<unknown> }) => (
  <SheetTools noun="专家" name="expert" api={expertPoolApi} list={list} allowsPartial />
);
