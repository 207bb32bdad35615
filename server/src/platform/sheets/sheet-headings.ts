import type { SheetRow } from './sheet-rows.ts';

/** Longer than any heading. */
const MAX_HEADING = 100;

/** The headers of a sheet; a column without an optional one is empty. */
export type Layout<Header extends string> = {
  headers: readonly Header[];
  optional?: readonly Header[];
  /** Advice for wrong headers: not each sheet has a template. */
  advice?: string;
};

/** Notes on what a column takes: that it is required or optional, and of how many digits. */
const NOTE = /\((?:[^)]*(?:必填|选填|可选|可不填)[^)]*|\d+位[^)]*)\)$/;

/** A heading without spaces, stars of required columns and differences of width, its unit in brackets. */
const plainHeading = (heading: string) =>
  heading
    .slice(0, MAX_HEADING)
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}*]/gu, '')
    .replace(/:$/, '')
    .replace(NOTE, '')
    .replace(/\(单位:?([^)]*)\)$/, '($1)')
    .replace(/\/(万?元)$/, '($1)');

/** Short for the same columns. */
const fullHeading = (plain: string) =>
  plain.replace(/身份证号?$/, '身份证号码').replace(/手机号?$/, '手机号码');

/** The headings of a sheet by the headers that they mean. A heading without a unit in brackets means the header that has one. */
export const headingsOf = <Header extends string>(cells: readonly string[], headers: readonly Header[]) => {
  const byHeading = (keyOf: (plain: string) => string) =>
    new Map(headers.map((header) => [keyOf(plainHeading(header)), header]));
  const exact = byHeading((plain) => plain);
  const full = byHeading(fullHeading);
  const withoutUnit = byHeading((plain) => plain.replace(/\(.*\)$/, ''));
  return cells
    .map(plainHeading)
    .map((plain) => exact.get(plain) ?? full.get(fullHeading(plain)) ?? withoutUnit.get(plain) ?? plain);
};

/** Problems of the headers of a sheet. */
export const headerProblems = (
  [first]: SheetRow[],
  { headers, optional = [] }: Layout<string>,
  where = '',
): string[] => {
  const head: readonly string[] = headingsOf(first?.cells ?? [], headers);
  const missing = headers.filter((header) => !optional.includes(header) && !head.includes(header));
  // Which of the two is meant is not for a program to say.
  const repeated = headers.filter((header) => head.indexOf(header) !== head.lastIndexOf(header));
  return [
    ...(missing.length > 0 ? [`${where}表头缺少：${missing.join('、')}`] : []),
    ...(repeated.length > 0 ? [`${where}表头重复：${repeated.join('、')}`] : []),
  ];
};

/** How well a row serves as headings: how many it has, and whether all that are needed. */
export const fitOf = ({ cells }: SheetRow, { headers, optional = [] }: Layout<string>) => {
  const found = new Set<string>(headingsOf(cells, headers));
  return {
    count: headers.filter((header) => found.has(header)).length,
    isWhole: headers.every((header) => found.has(header) || optional.includes(header)),
  };
};
