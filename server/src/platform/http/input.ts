import { z } from 'zod';
import { type Endpoint, isNothing } from '@zhiping/shared/endpoint.ts';
import { type AppError, badRequest, type FieldError } from '../errors.ts';

const MAX_DEPTH = 32;
/** Twice the limit of the longest list; lists that are slightly too long are reported by their own schema. */
const MAX_LENGTH = 10_000;

/**
 * Refuse what no column can hold, wherever it stands: NUL, half surrogate pairs, and nesting deeper or lists longer than
 * any form of ours. Walks with a list of its own, so that depth cannot exhaust the stack.
 */
export const rejectUnstorable = (roots: unknown[]) => {
  const open: { value: unknown; depth: number }[] = roots.map((value) => ({ value, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') rejectText(value);
    else if (value !== null && typeof value === 'object') {
      if (depth > MAX_DEPTH) throw badRequest('input.too_deep', '提交的内容嵌套过深');
      if (Array.isArray(value) && value.length > MAX_LENGTH)
        throw badRequest('input.too_long', `一次最多提交 ${MAX_LENGTH} 条`);
      for (const [key, child] of Object.entries(value)) {
        rejectText(key);
        open.push({ value: child, depth: depth + 1 });
      }
    }
  }
};

const rejectText = (text: string) => {
  if (text.includes('\0') || !text.isWellFormed())
    throw badRequest('input.bad_characters', '提交的内容含有无效字符');
};

/** wire.md §1: an empty query value is the same as none. */
export const withoutEmptyValues = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

const MAX_KEY_SHOWN = 50;

/** Unknown keys of a query, as an error each. */
const unknownKeys = ({ knownQuery, query }: Endpoint, given: unknown): FieldError[] => {
  if (!knownQuery || !(query instanceof z.ZodObject)) return [];
  return Object.keys(given as object)
    .filter((key) => !Object.hasOwn(query.shape, key))
    .map((key) => [...key].slice(0, MAX_KEY_SHOWN).join(''))
    .map((field) => ({ field, message: `没有「${field}」这个查询条件` }));
};

type Parts = { params: unknown; query: unknown; body: unknown };

/** Parses all three parts by their schemas; reports every wrong field with the message of its schema. */
export const parseInput = (endpoint: Endpoint, raw: Parts): Parts => {
  const issues: z.core.$ZodIssue[] = [];
  const parse = (schema: z.ZodType, value: unknown) => {
    if (isNothing(schema)) return undefined;
    const parsed = schema.safeParse(value);
    if (!parsed.success) issues.push(...parsed.error.issues);
    return parsed.data;
  };
  const parts = {
    params: parse(endpoint.params, raw.params),
    query: parse(endpoint.query, raw.query),
    body: parse(endpoint.body, raw.body),
  };
  if (issues.length > 0) throw invalid(issues);
  const unknown = unknownKeys(endpoint, raw.query);
  if (unknown[0]) throw badRequest('input.unknown_query', unknown[0].message, unknown.slice(0, 100));
  return parts;
};

const invalid = (issues: z.core.$ZodIssue[]): AppError => {
  const fields: FieldError[] = issues
    .slice(0, 100)
    .map((issue) => ({ field: issue.path.map(String).join('.'), message: issue.message }));
  const first = fields[0];
  const message = !first ? '提交的数据有误' : first.field === '' ? '提交的数据格式不正确' : first.message;
  return badRequest('input.invalid', message, fields);
};
