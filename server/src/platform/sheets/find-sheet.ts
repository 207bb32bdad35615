import { fitOf, type Layout } from './sheet-headings.ts';
import type { SheetLimits } from './sheet-limits.ts';
import { readRows } from './sheet-rows.ts';
import type { ReadPart, Workbook } from './workbook-parts.ts';

/** Lines of a title or of notes that may stand above the headings. */
const MAX_ABOVE = 5;
/** More sheets than any workbook that people fill in. */
const MAX_SHEETS = 50;

type Sheet = Workbook['sheets'][number];
/** A sheet with the row that fits best as its headings. */
type FoundSheet = Sheet & { above: number; count: number; isWhole: boolean };

type From = { read: ReadPart; workbook: Workbook; limits: SheetLimits };

/** The row of a sheet that fits best as its headings: of equal ones the first. */
export const findHeadings = async (
  { read, workbook, limits }: From,
  sheet: Sheet,
  layout: Layout<string>,
): Promise<FoundSheet> => {
  const first = await readRows(read, workbook, {
    part: sheet.part,
    above: null,
    // The reader gives two rows more.
    maxRows: MAX_ABOVE - 1,
    textChars: limits.textChars,
  });
  const fits = first.map((row, above) => ({ ...sheet, ...fitOf(row, layout), above }));
  const nothing = { ...sheet, above: 0, count: 0, isWhole: false };
  return fits.reduce((best, one) => (one.count > best.count ? one : best), nothing);
};

/** The visible sheet to read: the first with all headings, else the one with the most; and others that have all. */
export const findSheet = async (
  from: From,
  layout: Layout<string>,
): Promise<{ sheet: FoundSheet; others: FoundSheet[] }> => {
  const visible = from.workbook.sheets.filter(({ isHidden }) => !isHidden).slice(0, MAX_SHEETS);
  const found: FoundSheet[] = [];
  for (const one of visible) found.push(await findHeadings(from, one, layout));
  const [first, ...others] = found.filter(({ isWhole }) => isWhole);
  const sheet = first ?? found.toSorted((a, b) => b.count - a.count)[0];
  if (!sheet) throw new Error('No sheet.');
  return { sheet, others };
};
