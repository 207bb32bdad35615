import { cutText } from '../text/storable.ts';
import { brokenAt } from './broken-json.ts';
import { canonicalJson } from '../text/canonical-json.ts';

/** Differences between two versions of a record, in Chinese. */

/**
 * The result of one check, in words; if it failed, `where` lists the parts and the values found there. `isLimit` marks what
 * the record cannot prove, which is no fault of it.
 */
export type Finding = { what: string; isRight: boolean; isLimit?: true; where?: string[] };

/** A check with its words for success and failure. It succeeds if `where` is empty. */
export const finding = (right: string, wrong: string, where: string[]): Finding =>
  where.length === 0 ? { what: right, isRight: true } : { what: wrong, isRight: false, where };

const MAX_LETTERS = 80;
const shorten = (text: string) => (text.length > MAX_LETTERS ? `${cutText(text, MAX_LETTERS)}…` : text);
/** A value as a record writes it, shortened; an absent value gives 「没有」. */
export const wordsOf = (value: unknown) => (value === undefined ? '没有' : shorten(canonicalJson(value)));

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isList(value);

/** The first path at which two values differ, object keys in sorted order; null if they are equal. */
const firstDifference = (
  told: unknown,
  made: unknown,
  path: string,
): { path: string; told: unknown; made: unknown } | null => {
  if (isList(told) && isList(made)) {
    for (let at = 0; at < Math.max(told.length, made.length); at += 1) {
      const inside = firstDifference(told[at], made[at], `${path}[${at}]`);
      if (inside) return inside;
    }
    return null;
  }
  if (isObject(told) && isObject(made)) {
    for (const name of [...new Set([...Object.keys(told), ...Object.keys(made)])].toSorted()) {
      const inside = firstDifference(told[name], made[name], path === '' ? name : `${path}.${name}`);
      if (inside) return inside;
    }
    return null;
  }
  return told === made ? null : { path, told, made };
};

/**
 * The first difference between a value of a record and the recomputed one, as 「result.pairs[3].expert：记录中为 7，重新计算为 9」;
 * empty if there is none.
 */
export const reportDifference = (told: unknown, made: unknown, path: string, how = '重新计算'): string[] => {
  const found = firstDifference(told, made, path);
  return found ? [`${found.path}：记录中为 ${wordsOf(found.told)}，${how}为 ${wordsOf(found.made)}`] : [];
};

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]/g;

/** The path of the JSON value that contains a character offset. */
const pathAt = (text: string, offset: number): string => {
  const steps: (string | number)[] = [];
  let isName = false;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (index >= offset) break;
    if (token === '{' || token === '[') steps.push(token === '{' ? '' : 0);
    else if (token === '}' || token === ']') steps.pop();
    else if (token === ',') {
      const last = steps.at(-1);
      if (typeof last === 'number') steps.splice(-1, 1, last + 1);
    } else if (isName && token !== ':') steps.splice(-1, 1, String(JSON.parse(token)));
    isName = (token === '{' || token === ',') && typeof steps.at(-1) === 'string';
  }
  return (
    steps
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
      .join('')
      .replace(/^\./, '')
      // Only as deep as the brackets go; the end of the path says most.
      .replace(/^.+(.{100})$/s, '…$1')
  );
};

/** Reports the first character at which a text differs from the canonical text of its value. */
export const reportText = (text: string, wanted: string): string[] => {
  let at = 0;
  while (at < text.length && text[at] === wanted[at]) at += 1;
  const path = pathAt(text, at);
  const partOf = (whole: string) => (at >= whole.length ? '结束' : `「${whole.slice(at, at + 20)}」`);
  return [
    `第 ${at + 1} 个字符起${path === '' ? '' : `（${path}）`}：应为${partOf(wanted)}，文件中为${partOf(text)}`,
  ];
};

const reportParts = (names: readonly string[], parts: readonly string[]) => {
  const [lacking, strange] = [
    parts.filter((part) => !names.includes(part)),
    names.filter((name) => !parts.includes(name)),
  ];
  return [
    ...(lacking.length > 0 ? [`缺少 ${lacking.join('、')}`] : []),
    ...(strange.length > 0 ? [`多出 ${strange.map(shorten).join('、')}`] : []),
  ];
};

const reportBroken = (text: string): string[] => {
  if (text.trim() === '') return ['文件是空的'];
  if (text.startsWith('\uFEFF')) return ['文件开头多出字节顺序标记（BOM），不是写出时的原文'];
  const at = brokenAt(text) ?? text.length;
  const path = pathAt(text, at);
  const there = at >= text.length ? '文件到此中断' : `无法识别「${text.slice(at, at + 20)}」`;
  return [`文件不是 JSON：第 ${at + 1} 个字符起${path === '' ? '' : `（${path}）`}${there}`];
};

/** Why a file is not a record of exactly these parts; empty if it is. */
export const reportForm = (text: string, parts: readonly string[]): string[] => {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return ['文件的内容不是一个对象'];
    return reportParts(Object.keys(value), parts);
  } catch {
    return reportBroken(text);
  }
};

/** Compares a hash in a record with the hash of its content. */
export const reportHash = (part: string, told: unknown, made: string, from: string): string[] =>
  told === made ? [] : [`${part}：记录中为 ${wordsOf(told)}，由 ${from} 算出 "${made}"`];
