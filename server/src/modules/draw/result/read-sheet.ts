import { cutText } from '@zhiping/shared/rules/text/storable.ts';
import type { ImportReport } from '@zhiping/shared/import-report.ts';
import type { Roster } from '@zhiping/shared/rules/draw/record.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db } from '../../../platform/database/db.ts';
import { readSheets } from '../../../platform/sheets/sheet-reader.ts';
import { isAssigned } from '../../assignment/assignment.policy.ts';
import { fileColumns, placeColumns, readName } from './sheet-columns.ts';

const MAX_ROWS = 50_000;

export type Problem = ImportReport['errors'][number];

/** An expert in a row of the sheet, and whether they are fixed; null if the sheet does not say. */
type ReadPlace = { at: number; written: string; expert: number; isFixed: boolean | null };
/** A row without problems of its own. Empty cells are left out. */
export type ReadRow = { row: number; file: number; no: string; places: ReadPlace[] };

type SheetReport = { rows: ReadRow[]; problems: Problem[]; total: number };

const findFiles = async (db: Db, reader: Principal, { files }: Roster) => {
  const found = await db
    .selectFrom('project')
    .select(['id', 'no', 'bag_no'])
    .where('id', 'in', [...files.map(({ id }) => Number(id)), 0])
    .where(isAssigned(reader))
    .execute();
  return new Map(
    found.flatMap(({ id, no, bag_no }) => [
      ...(no ? [[no, id] as const] : []),
      ...(bag_no ? [[bag_no, id] as const] : []),
    ]),
  );
};

/** Names of two characters are often widened by a space to align with names of three. */
const squeeze = (name: string) => name.replaceAll(/\s/g, '');

const findExperts = async (db: Db, { experts }: Roster) => {
  const found = await db
    .selectFrom('expert')
    .leftJoin('dept', 'dept.id', 'school_id')
    .select(['expert.id', 'expert.name', 'dept.name as unit'])
    .where('expert.id', 'in', [...experts.map(({ id }) => Number(id)), 0])
    .execute();
  return Map.groupBy(found, ({ name }) => squeeze(name));
};

type Named = Awaited<ReturnType<typeof findExperts>>;

/** The expert that a name and a unit mean, or why that is unclear. */
const findNamed = (named: Named, written: string, unit: string): { expert: number } | { message: string } => {
  const { name, id } = readName(written);
  const all = named.get(squeeze(name)) ?? [];
  if (all.length === 0) return { message: '本次抽取的名册中没有这位专家' };
  const meant = id === null ? all : all.filter((one) => one.id === id);
  if (meant.length === 0) return { message: '姓名与编号不是同一位专家' };
  const at = meant.length === 1 ? meant : meant.filter((one) => one.unit === unit);
  if (at.length === 1) return { expert: at[0]!.id };
  return { message: `有 ${all.length} 位同名的专家，请填写单位，或在姓名后加编号，如 ${name}#${all[0]!.id}` };
};

type Values = Record<string, string>;

const readPlaces = (
  values: Values,
  { row, most, named }: { row: number; most: number; named: Named },
): { places: ReadPlace[]; problems: Problem[] } => {
  const problems: Problem[] = [];
  const places = Array.from({ length: most }, (_, at) => at + 1).flatMap((at) => {
    const headers = placeColumns(at);
    const written = (values[headers.expert] ?? '').trim();
    const fixed = (values[headers.fixed] ?? '').trim();
    const report = (column: string, value: string, code: string, message: string) => {
      problems.push({ row, field: column, column, value: cutText(value, 60), code, message });
      return [];
    };
    if (fixed !== '' && fixed !== '是' && fixed !== '否')
      return report(headers.fixed, fixed, 'INVALID', '请填写「是」或「否」');
    if (written === '') return [];
    const meant = findNamed(named, written, (values[headers.unit] ?? '').trim());
    if ('message' in meant) return report(headers.expert, written, 'UNKNOWN_EXPERT', meant.message);
    return [{ at, written, expert: meant.expert, isFixed: fixed === '' ? null : fixed === '是' }];
  });
  return { places, problems };
};

const meantFile = (values: Values, files: ReadonlyMap<string, number>) => {
  const [no, bagNo] = [(values[fileColumns.no] ?? '').trim(), (values[fileColumns.bagNo] ?? '').trim()];
  const written = no === '' ? bagNo : no;
  const file = files.get(written);
  const other = no === '' || bagNo === '' ? file : files.get(bagNo);
  return {
    written,
    file: file === other ? file : undefined,
    column: no === '' ? fileColumns.bagNo : fileColumns.no,
  };
};

/** Reads the sheet of a result: projects and experts of its rows, and unclear cells by row and column. */
export const readResultSheet = async (
  db: Db,
  reader: Principal,
  { roster, bytes }: { roster: Roster; bytes: Uint8Array },
): Promise<SheetReport> => {
  const most = Math.max(1, ...roster.files.map(({ need }) => need));
  const places = Array.from({ length: most }, (_, at) => placeColumns(at + 1));
  const further = places.flatMap(({ unit, fixed }) => [unit, fixed]);
  const headers: string[] = [
    fileColumns.no,
    fileColumns.bagNo,
    ...places.map(({ expert }) => expert),
    ...further,
  ];
  const [read, files, named] = await Promise.all([
    readSheets(bytes, {
      headers,
      optional: [fileColumns.no, fileColumns.bagNo, ...further],
      advice: '请在「导出表格」得到的文件中修改',
      maxRows: MAX_ROWS,
      readerId: reader.userId,
    }),
    findFiles(db, reader, roster),
    findExperts(db, roster),
  ]);
  const problems: Problem[] = [];
  const seen = new Map<number, number>();
  const rows = read.rows.flatMap(({ row, values }): ReadRow[] => {
    const { written, file, column } = meantFile(values, files);
    const report = (code: string, message: string) => {
      problems.push({ row, field: column, column, value: cutText(written, 60), code, message });
      return [];
    };
    if (written === '') return report('REQUIRED', '请填写编号或袋号');
    if (file === undefined) return report('UNKNOWN_FILE', '本次抽取中没有这份材料，或编号与袋号不是同一份');
    const before = seen.get(file);
    if (before !== undefined) return report('REPEATED', `这份材料在第 ${before} 行已出现`);
    seen.set(file, row);
    const found = readPlaces(values, { row, most, named });
    problems.push(...found.problems);
    return found.problems.length > 0 ? [] : [{ row, file, no: written, places: found.places }];
  });
  return { rows, problems, total: read.rows.length };
};
