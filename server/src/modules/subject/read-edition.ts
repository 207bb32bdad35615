import { cutText } from '@zhiping/shared/rules/text/storable.ts';
import { EditionLine, type EditionReport } from '@zhiping/shared/contracts/subject.ts';
import { codeOf } from '@zhiping/shared/rules/subject/edition.ts';
import { readSheet } from '../../platform/sheets/sheet-reader.ts';

/** Columns of the sheet, each with the field that it fills. */
export const editionColumns = {
  subjectCategoryCode: '门类代码',
  subjectCategory: '门类',
  professionalCategoryCode: '专业类代码',
  professionalCategory: '专业类',
  professionalClassCode: '专业代码',
  professionalClass: '专业',
} as const;
type Field = keyof typeof editionColumns;
type Problem = EditionReport['errors'][number];

const MAX_ROWS = 20_000;

/** Whether the name that a category has in this row is the one that it had in an earlier one. */
const sameName = (names: Map<string, string>, code: string, name: string) => {
  const before = names.get(code) ?? name;
  names.set(code, before);
  return before === name ? null : before;
};

/** The rows of a sheet as subjects, and everything that is wrong with them. */
export const readEdition = async (
  bytes: Uint8Array,
  readerId: number,
): Promise<{ total: number; rows: EditionLine[]; errors: Problem[] }> => {
  const sheet = await readSheet(bytes, Object.values(editionColumns), MAX_ROWS, readerId);
  const rows: EditionLine[] = [];
  const errors: Problem[] = [];
  const firstRow = new Map<string, number>();
  const categories = new Map<string, string>();
  const professionals = new Map<string, string>();
  for (const { row, values } of sheet) {
    const report = (field: Field, code: string, message: string) =>
      errors.push({
        row,
        field,
        column: editionColumns[field],
        value: cutText(values[editionColumns[field]], 60),
        code,
        message,
      });
    const parsed = EditionLine.safeParse(
      Object.fromEntries(Object.entries(editionColumns).map(([field, header]) => [field, values[header]])),
    );
    if (!parsed.success) {
      for (const issue of parsed.error.issues) report(issue.path[0] as Field, 'INVALID', issue.message);
      continue;
    }
    const line = parsed.data;
    const before = firstRow.get(codeOf(line));
    if (before !== undefined)
      report(
        line.professionalClassCode ? 'professionalClassCode' : 'professionalCategoryCode',
        'DUPLICATE_IN_FILE',
        `与第 ${before} 行的代码相同`,
      );
    firstRow.set(codeOf(line), before ?? row);
    const category = sameName(categories, line.subjectCategoryCode, line.subjectCategory);
    if (category) report('subjectCategory', 'OTHER_NAME', `前面的行中该门类叫「${category}」`);
    const professional = sameName(professionals, line.professionalCategoryCode, line.professionalCategory);
    if (professional) report('professionalCategory', 'OTHER_NAME', `前面的行中该专业类叫「${professional}」`);
    rows.push(line);
  }
  return { total: sheet.length, rows, errors };
};
