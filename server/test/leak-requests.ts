import { inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { Bytes, type Endpoint, isNothing } from '@zhiping/shared/endpoint.ts';
import type { Input } from './harness.ts';
import { markOf, type MarkName } from './leak-marks.ts';
import type { World } from './leak-world.ts';

/** One question to an endpoint, as it stands in a report. */
export type Question = {
  endpoint: Endpoint;
  input: Input<Endpoint>;
  /** Questions about one row, by the first number in their address. */
  row?: string;
};

const shapeOf = (schema: unknown): Record<string, z.ZodType> =>
  schema instanceof z.ZodObject ? (schema as z.ZodObject<Record<string, z.ZodType>>).shape : {};

const enumOf = (schema: unknown): string[] => {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return enumOf(schema.unwrap());
  return [];
};

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

/** Everything that may be asked for: what a closed schema does not take is left out for its field. */
export const probesOf = (world: World, isFew: boolean) => {
  const { own, foreign, proposed, vanishing, foreignTeacher, belowTeacher, foreignUser } = world;
  const { nankai, below, hidden, articles, file, task, realName, identities } = world;
  const { cycleId, projectId, drawId, reviewTask, ownProject, publishedProject } = world;
  const words: MarkName[] = [
    ...(['expertName', 'teacherName', 'unpublished', 'applicant'] as const),
    ...(isFew
      ? []
      : (['expertPhone', 'belowTeacher', 'userName', 'hiddenUnit', 'belowUnit', 'fileName'] as const)),
  ];
  return {
    /** For unrestricted readers: order reveals nothing to them. */
    isFew,
    ids: [foreign, own, foreignTeacher, foreignUser, nankai, file, task, articles[0] as number].concat(
      [projectId, drawId, reviewTask, ownProject, publishedProject],
      isFew ? [] : [proposed, vanishing, belowTeacher, below, hidden, ...articles.slice(1)],
    ),
    /** Ids of single tables, used in requests about them. */
    rows: {
      '/api/project/:id': [...world.stateProjects, world.copyProject],
      '/api/review/:id': [world.copyTask],
      '/api/blind-copy/:id': [world.copy.material],
      '/api/publicity/:id': [world.publicity],
      '/api/project/material/:id': world.files,
    },
    numbers: [0, 1, 5],
    /** Rows of other tables have other numbers, and nothing is learnt from them where it is said what is meant. */
    named: {
      schoolId: [nankai, below, hidden],
      deptId: [nankai, below, hidden],
      expertId: [foreign, own, proposed, vanishing],
      projectId: [projectId, ownProject, publishedProject],
      cycleId: [cycleId, world.reviewCycle, world.closedCycle, world.publishedCycle],
      assignmentId: [reviewTask, world.assignmentId],
      // Files of a blind desk are counted.
      materialId: [1, ...world.files],
      page: [1, 2],
      version: [1, 2],
    } as Record<string, number[]>,
    /** Common prefix of both spellings: found in either world by readers who may find it. */
    words: [...words.map((name) => markOf(name)[0].slice(0, -2)), identities.foreign],
    /** For texts of a closed form. */
    others: ['true', 'false', '图片', '文档', realName, 'export:/api/expert/download'],
    /** For texts without which nothing is answered. */
    required: [
      '/pool/expert',
      'export:/api/expert/download',
      'title_level',
      String(cycleId),
      String(world.reviewCycle),
      String(world.publishedCycle),
      String(drawId),
      'taken@example.org',
      '13900000000',
    ],
    range: ['2020-01-01 00:00:00', '2090-01-01 00:00:00'],
  };
};
type Probes = ReturnType<typeof probesOf>;

const isFreeText = (schema: z.ZodType) => accepts(schema, 'zz zz') && enumOf(schema).length === 0;

/** Values for one field of a query or a path, by its name. */
const valuesFor = (name: string, schema: z.ZodType, probes: Probes): unknown[] => {
  if (accepts(schema, probes.range) && !accepts(schema, ['x', 'y'])) return [probes.range];
  if (isFreeText(schema)) return probes.words;
  const numbers = probes.named[name] ?? [...probes.numbers, ...probes.ids];
  const texts = [...numbers.map(String), ...probes.others];
  return [...new Set([...enumOf(schema), ...texts.filter((value) => accepts(schema, value))])];
};

/** Further rows of the table that a call is about. */
const furtherRows = ({ path }: Endpoint, { rows }: Probes): number[] =>
  Object.entries(rows).flatMap(([start, ids]) => (path.startsWith(start) ? ids : []));

/** By what a list is narrowed. Who sees the whole list learns nothing from each row of it once more. */
const filtersFor = (name: string, schema: z.ZodType, probes: Probes): unknown[] =>
  valuesFor(name, schema, probes).slice(0, probes.isFew ? enumOf(schema).length + FEW : undefined);
const FEW = 4;

const PAGING = new Set(['page', 'size', 'sort']);

/** By what an answer could be in order: each of its fields, whether the list takes it or refuses it. */
const orderedBy = ({ result, query }: Endpoint): string[] => {
  if (!('sort' in shapeOf(query))) return [];
  const content = shapeOf(result)['content'];
  const fields = content instanceof z.ZodArray ? Object.keys(shapeOf(content.element)) : [];
  // A sheet is in the order of its list.
  return fields.length > 0 || !('rating' in shapeOf(query)) ? fields : ['rating'];
};

/**
 * Every query of a GET, one thing at a time: nothing, each filter with each value, each order, and pages of one. A sheet takes
 * long to make and is filtered as its list is: only whole, and for a rating.
 */
const queriesOf = (endpoint: Endpoint, probes: Probes): Record<string, unknown>[] => {
  const shape = shapeOf(endpoint.query);
  const isSheet = endpoint.result === Bytes;
  const fields = Object.entries(shape).filter(([name]) => !PAGING.has(name));
  const required = fields.filter(([, schema]) => !accepts(schema, undefined));
  const bases = required.reduce<Record<string, unknown>[]>(
    (made, [name, schema]) =>
      made.flatMap((base) =>
        [...probes.required, ...valuesFor(name, schema, probes).slice(0, 3)]
          .filter((value) => accepts(schema, value))
          .map((value) => ({ ...base, [name]: value })),
      ),
    [{}],
  );
  const all = 'size' in shape ? { size: 100 } : {};
  const rest = fields.filter(
    ([name, schema]) => accepts(schema, undefined) && (!isSheet || name === 'rating'),
  );
  return [
    ...bases.map((base) => ({ ...base, ...all })),
    ...rest.flatMap(([name, schema]) =>
      filtersFor(name, schema, probes)
        .slice(isSheet ? -1 : 0)
        .map((value) => ({ ...bases[0], ...all, [name]: value })),
    ),
    ...(probes.isFew ? [] : orderedBy(endpoint)).map((field) => ({
      ...bases[0],
      ...all,
      sort: `${field},desc`,
    })),
    ...('size' in shape ? [{ ...bases[0], size: 1, page: 1 }] : []),
  ];
};

const paramsOf = (endpoint: Endpoint, probes: Probes): Record<string, unknown>[] => {
  if (isNothing(endpoint.params)) return [{}];
  return Object.entries(shapeOf(endpoint.params)).reduce<Record<string, unknown>[]>(
    (made, [name, schema]) =>
      made.flatMap((base) =>
        [
          ...valuesFor(name, schema, probes),
          ...(name === 'id' ? furtherRows(endpoint, probes).map(String) : []),
        ].map((value) => ({ ...base, [name]: value })),
      ),
    [{}],
  );
};

/** All that a GET can be asked. */
export const readsOf = (endpoint: Endpoint, probes: Probes): Question[] =>
  paramsOf(endpoint, probes).flatMap((params) =>
    queriesOf(endpoint, probes).map((query) => ({
      endpoint,
      input: { params, query },
      ...(isNothing(endpoint.params) ? {} : { row: String(Object.values(params)[0]) }),
    })),
  );

/** Body that fits any write: a reference to this row. Most require more, and refuse before they read it. */
export const writesOf = (endpoint: Endpoint, probes: Probes): Question[] => {
  const reason = '核对';
  const questions = [...probes.ids, ...furtherRows(endpoint, probes)].map((id): Question => {
    const about = {
      id,
      ids: [id],
      reason,
      rating: 0,
      enabled: false,
      changeId: id,
      approved: true,
      intoId: id,
    };
    const body = [[id], about].find((one) => accepts(endpoint.body, one)) ?? {};
    const params = Object.fromEntries(
      Object.entries(isNothing(endpoint.params) ? {} : shapeOf(endpoint.params)).map(([name]) => [name, id]),
    );
    return { endpoint, input: { params, body: body as Record<string, unknown> } };
  });
  return [...new Map(questions.map((question) => [JSON.stringify(question.input), question])).values()];
};

/** The texts inside a workbook, without when it was made. */
export const unzipped = (bytes: Buffer): string => {
  const texts: string[] = [];
  let at = bytes.indexOf('PK\x01\x02', 0, 'latin1');
  for (; at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    const [method, size, nameSize] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameSize);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + size);
    if (!name.startsWith('docProps/'))
      texts.push(name, (method === 8 ? inflateRawSync(data) : data).toString('utf8'));
  }
  return texts.join('\n');
};
