import { z } from 'zod';
import { kindWords } from '../draw/kind-words.ts';
import { errorsOfFile } from './instance-file-errors.ts';
import { DEFAULT_LOAD, type Instance, MAX_COUNT } from './instance.ts';
import type { Apart } from './keep-apart.ts';

/** Instances as files, JSON or CSV: docs/assignment-instances.md. */

const Id = z.union([z.string().min(1), z.number().int()]).transform(String);
const Count = z.number().int().min(0).max(MAX_COUNT);
const Pair = z.strictObject({ file: Id, expert: Id });

const InstanceFile = z.strictObject({
  files: z.array(z.strictObject({ id: Id, need: Count, mostHome: Count.optional() })),
  experts: z.array(
    z.strictObject({
      id: Id,
      places: Count,
      openLoad: Count.optional(),
      floor: Count.optional(),
      group: Id.optional(),
    }),
  ),
  pairs: z.array(Pair.extend({ score: z.number(), isHome: z.boolean().optional() })).default([]),
  /** Instead of pairs: a row for each project, a score or null for each expert. */
  scores: z.array(z.array(z.number().nullable())).default([]),
  forbidden: z.array(Pair).default([]),
  locked: z.array(Pair.extend({ isHome: z.boolean().optional() })).default([]),
  /** Experts who must not have the same project. */
  apart: z.array(z.strictObject({ a: Id, b: Id })).default([]),
  groupCapacity: z.number().int().min(1).default(1),
  /** In points, as scores are. */
  load: z.strictObject({ first: z.number(), step: z.number().min(0) }).optional(),
  /** Precision: parts of a point to which all values are rounded. */
  scale: z.number().int().min(1).default(100),
});
export type InstanceFile = z.output<typeof InstanceFile>;

/** Message for a value of wrong form: its path and the value. */
const wordsOf = (issue: z.core.$ZodIssue) => {
  const steps = issue.path.map((step) => (typeof step === 'number' ? `第 ${step + 1} 项` : String(step)));
  return `${steps.length > 0 ? steps.join(' ') : '文件'}：${problemOf(issue)}`;
};

const problemOf = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys') return `有不认识的字段 ${issue.keys.join('、')}`;
  if (issue.code === 'invalid_type') return `应为${kindWords[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small') return `不能小于 ${issue.minimum}`;
  if (issue.code === 'too_big') return `不能大于 ${issue.maximum}`;
  return '格式不正确';
};

export type Read<T> = { value: T } | { errors: string[] };
const MAX_ERRORS = 20;

const parse = (data: unknown): Read<InstanceFile> => {
  const { success, data: value, error } = InstanceFile.safeParse(data);
  return success ? { value } : { errors: error.issues.slice(0, MAX_ERRORS).map(wordsOf) };
};

/** The number in a cell. Other texts stay as they are; the schema reports them. */
const cell = (text: string) => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
const optional = (text: string | undefined) => (text === undefined || text === '' ? undefined : cell(text));

const homeOf = (text: string | undefined) => (text === undefined || text === '' ? undefined : text === '1');

const SETTINGS = ['groupCapacity', 'scale', 'loadFirst', 'loadStep'];

const readCsv = (text: string): Read<InstanceFile> => {
  const data = { files: [] as unknown[], experts: [] as unknown[], pairs: [] as unknown[] };
  const lists = { forbidden: [] as unknown[], locked: [] as unknown[], apart: [] as unknown[] };
  const settings: Record<string, number | string> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [kind = '', ...cells] = line.split(',').map((part) => part.trim());
    const [a = '', b = ''] = cells;
    if (kind === '' || kind.startsWith('#')) continue;
    if (kind === 'file') data.files.push({ id: a, need: cell(b), mostHome: optional(cells[2]) });
    else if (kind === 'expert') {
      const [openLoad, floor] = [optional(cells[2]), optional(cells[3])];
      data.experts.push({ id: a, places: cell(b), openLoad, floor, group: cells[4] || undefined });
    } else if (kind === 'pair')
      data.pairs.push({ file: a, expert: b, score: cell(cells[2] ?? ''), isHome: cells[3] === '1' });
    else if (kind === 'forbidden') lists.forbidden.push({ file: a, expert: b });
    else if (kind === 'locked') lists.locked.push({ file: a, expert: b, isHome: homeOf(cells[2]) });
    else if (kind === 'apart') lists.apart.push({ a, b });
    else if (kind === 'setting' && SETTINGS.includes(a)) settings[a] = cell(b);
    else return { errors: [`第 ${index + 1} 行：不认识 ${line.slice(0, 40)}`] };
  }
  const { loadFirst, loadStep, ...others } = settings;
  const hasLoad = loadFirst !== undefined || loadStep !== undefined;
  const load = hasLoad && { load: { first: loadFirst ?? 0, step: loadStep ?? 0 } };
  return parse({ ...data, ...lists, ...others, ...load });
};

const readJson = (text: string): Read<InstanceFile> => {
  try {
    return parse(JSON.parse(text));
  } catch {
    return { errors: ['不是有效的 JSON'] };
  }
};

/**
 * Read an instance; a file that begins with a brace or bracket is JSON, any other CSV. A byte order mark is ignored.
 */
export const readInstanceFile = (text: string): Read<InstanceFile> => {
  const own = text.replace(/^\uFEFF/, '').trimStart();
  if (own === '') return { errors: ['文件是空的'] };
  return /^[{[]/.test(own) ? readJson(own) : readCsv(own);
};

/** Positions of ids, and the first duplicate. */
const positionsOf = (rows: readonly { id: string }[]) => {
  const at = new Map<string, number>();
  for (const [position, { id }] of rows.entries()) {
    if (at.has(id)) return { at, twice: id };
    at.set(id, position);
  }
  return { at, twice: null };
};

const pairsOf = ({ pairs, scores, files, experts }: InstanceFile) =>
  scores.length === 0
    ? pairs
    : scores.flatMap((row, file) =>
        row.flatMap((score, expert) =>
          score === null
            ? []
            : [{ file: files[file]?.id ?? '', expert: experts[expert]?.id ?? '', score, isHome: false }],
        ),
      );

/** Pairs that locks exclude: the expert must be kept apart from a locked expert of the project. */
const meetingLocks = (locked: readonly { file: number; expert: number }[], apart: readonly Apart[]) =>
  locked.flatMap(({ file, expert }) =>
    apart.flatMap(({ a, b }) => {
      const other = a === expert ? b : b === expert ? a : null;
      return other === null ? [] : [{ file, expert: other }];
    }),
  );

/**
 * The instance of a file, as the solver takes it (a point is `scale` units of cost), and who is kept apart around it.
 */
export const instanceOfFile = (data: InstanceFile): Read<{ instance: Instance; apart: Apart[] }> => {
  const { files, experts, scores, groupCapacity, load, scale } = data;
  const [ofFiles, ofExperts] = [positionsOf(files), positionsOf(experts)];
  if (ofFiles.twice !== null) return { errors: [`材料的编号有重复：${ofFiles.twice}`] };
  if (ofExperts.twice !== null) return { errors: [`专家的编号有重复：${ofExperts.twice}`] };
  const [fileAt, expertAt] = [ofFiles.at, ofExperts.at];
  if (scores.length > 0 && data.pairs.length > 0) return { errors: ['pairs 和 scores 只能写一种'] };
  if (
    scores.length > 0 &&
    (scores.length !== files.length || scores.some((row) => row.length !== experts.length))
  )
    return { errors: ['scores 须每份材料一行、每位专家一列'] };
  const groupAt = new Map<string, number>();
  const groups = experts.map(({ group }) => {
    if (group === undefined) return -1;
    const known = groupAt.get(group) ?? groupAt.size;
    groupAt.set(group, known);
    return known;
  });
  const unknown = [...data.pairs, ...data.forbidden, ...data.locked].find(
    ({ file, expert }) => !fileAt.has(file) || !expertAt.has(expert),
  );
  if (unknown) return { errors: [`没有材料 ${unknown.file} 或专家 ${unknown.expert}`] };
  const position = ({ file, expert }: { file: string; expert: string }) => ({
    file: fileAt.get(file)!,
    expert: expertAt.get(expert)!,
  });
  const rows = pairsOf(data);
  const errors = errorsOfFile(data, rows);
  if (errors.length > 0) return { errors };
  const apart = data.apart.map(({ a, b }) => ({ a: expertAt.get(a)!, b: expertAt.get(b)! }));
  const locked = data.locked.map(position);
  const atHome = new Set(
    data.pairs.filter(({ isHome }) => isHome).map(({ file, expert }) => `${file}/${expert}`),
  );
  const instance: Instance = {
    files,
    experts,
    candidates: {
      file: rows.map(({ file }) => fileAt.get(file)!),
      expert: rows.map(({ expert }) => expertAt.get(expert)!),
      cost: rows.map(({ score }) => -Math.round(score * scale)),
      group: rows.map(({ expert }) => groups[expertAt.get(expert)!]!),
      isHome: rows.map(({ isHome }) => Number(isHome ?? false)),
    },
    groupCapacity,
    // A locked expert keeps those they must not meet off the project.
    forbidden: [...data.forbidden.map(position), ...meetingLocks(locked, apart)],
    locked: data.locked.map((pair) => ({
      ...position(pair),
      group: groups[expertAt.get(pair.expert)!]!,
      isHome: Number(pair.isHome ?? atHome.has(`${pair.file}/${pair.expert}`)),
    })),
    load: load
      ? { first: Math.round(load.first * scale), step: Math.round(load.step * scale) }
      : {
          first: Math.round((DEFAULT_LOAD.first * scale) / 100),
          step: Math.round((DEFAULT_LOAD.step * scale) / 100),
        },
  };
  return { value: { instance, apart } };
};
