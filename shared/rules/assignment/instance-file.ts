import { z } from 'zod';
import { DEFAULT_LOAD, type Instance } from './instance.ts';

/** Instances as files, JSON or CSV: docs/assignment-instances.md. */

const Id = z.union([z.string().min(1), z.number().int()]).transform(String);
const Count = z.number().int().min(0);
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
  /** In place of pairs: a row for each file, a score or null for each expert. */
  scores: z.array(z.array(z.number().nullable())).default([]),
  forbidden: z.array(Pair).default([]),
  locked: z.array(Pair).default([]),
  groupCapacity: z.number().int().min(1).default(1),
  /** In points, as scores are. */
  load: z.strictObject({ first: z.number(), step: z.number().min(0) }).optional(),
  /** Parts of a point that count: all is rounded to these. */
  scale: z.number().int().min(1).default(100),
});
export type InstanceFile = z.output<typeof InstanceFile>;

/** Words for what does not have the form: where, and what stands there. */
const wordsOf = ({ path, code, message }: z.core.$ZodIssue) => {
  const place = path.length > 0 ? path.join('.') : '文件';
  return code === 'unrecognized_keys' ? `${place}：有不认识的字段` : `${place}：格式不正确（${message}）`;
};

export type Read<T> = { value: T } | { errors: string[] };
const MAX_ERRORS = 20;

const parse = (data: unknown): Read<InstanceFile> => {
  const { success, data: value, error } = InstanceFile.safeParse(data);
  return success ? { value } : { errors: error.issues.slice(0, MAX_ERRORS).map(wordsOf) };
};

/** A number of a cell; what is none stays a text, and the schema says so. */
const cell = (text: string) => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
const optional = (text: string | undefined) => (text === undefined || text === '' ? undefined : cell(text));

const SETTINGS = ['groupCapacity', 'scale', 'loadFirst', 'loadStep'];

const readCsv = (text: string): Read<InstanceFile> => {
  const data = { files: [] as unknown[], experts: [] as unknown[], pairs: [] as unknown[] };
  const lists = { forbidden: [] as unknown[], locked: [] as unknown[] };
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
    else if (kind === 'forbidden' || kind === 'locked') lists[kind].push({ file: a, expert: b });
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

/** Read an instance; a file that begins with a brace is JSON, any other CSV. */
export const readInstanceFile = (text: string): Read<InstanceFile> =>
  text.trimStart().startsWith('{') ? readJson(text) : readCsv(text);

/** Positions of ids, or null where one stands twice. */
const positionsOf = (rows: readonly { id: string }[]) => {
  const positions = new Map(rows.map(({ id }, at) => [id, at]));
  return positions.size === rows.length ? positions : null;
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

/** The instance of a file, as the solver takes it: a point is `scale` units of cost. */
export const instanceOfFile = (data: InstanceFile): Read<Instance> => {
  const { files, experts, scores, groupCapacity, load, scale } = data;
  const [fileAt, expertAt] = [positionsOf(files), positionsOf(experts)];
  if (!fileAt) return { errors: ['材料的编号有重复'] };
  if (!expertAt) return { errors: ['专家的编号有重复'] };
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
  return {
    value: {
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
      forbidden: data.forbidden.map(position),
      locked: data.locked.map((pair) => ({ ...position(pair), group: groups[expertAt.get(pair.expert)!]! })),
      load: load
        ? { first: Math.round(load.first * scale), step: Math.round(load.step * scale) }
        : {
            first: Math.round((DEFAULT_LOAD.first * scale) / 100),
            step: Math.round((DEFAULT_LOAD.step * scale) / 100),
          },
    },
  };
};
