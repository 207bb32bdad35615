import { z } from 'zod';
import { contracts } from '@zhiping/shared/contracts/all.ts';
import { API_BASE, PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import { Bytes, type Endpoint, isNothing } from '@zhiping/shared/endpoint.ts';
import { fileFormats } from '@zhiping/shared/rules/file/formats.ts';
import { version } from '../version.ts';

type Json = Record<string, unknown>;

export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
  }) as Json;
  return json;
};

/** `/api/roles/:id` as OpenAPI writes it: `/api/roles/{id}`. */
const openPath = (path: string) => API_BASE + path.replaceAll(/:(\w+)/g, '{$1}');

const EMPTY = { const: '' };

/** wire.md §1: an empty value is the same as none, and so is a range of anything but two. */
const orNone = (schema: Json): Json => {
  if (schema['prefixItems']) return { description: '起与止两个值；其他个数视为没有', anyOf: [schema, {}] };
  if (schema['items']) return { ...schema, items: { anyOf: [schema['items'], EMPTY] } };
  return { anyOf: [schema, EMPTY] };
};

const parametersOf = (schema: z.ZodType, place: 'query' | 'path'): Json[] => {
  if (isNothing(schema)) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: place === 'query' && !required.includes(name) ? orNone(property as Json) : property,
  }));
};

const requestBodyOf = ({ body, upload }: Endpoint): Json | undefined => {
  const json = isNothing(body) ? {} : schemaOf(body, 'input');
  const asJson = { 'application/json': { schema: json } };
  if (upload) {
    const { properties = {}, required = [] } = json as { properties?: Json; required?: string[] };
    const file = { [upload.field]: { type: 'string', format: 'binary' } };
    const schema = {
      type: 'object',
      properties: { ...properties, ...file },
      required: [...required, upload.field],
    };
    const content = { 'multipart/form-data': { schema }, ...(upload.orJson ? asJson : {}) };
    return { required: true, content };
  }
  // A few calls of stock clients leave the whole body out.
  return isNothing(body) ? undefined : { required: !body.safeParse(undefined).success, content: asJson };
};

const SHEET = fileFormats.xlsx.mime;
const binary = { schema: { type: 'string', format: 'binary' } };
/** Bytes made by the call itself, described elsewhere. */
const contentOf = (type: string) => (type === 'application/json' ? { schema: {} } : binary);

const successOf = ({ result, summary: description, types = [SHEET] }: Endpoint): Json => {
  if (isNothing(result)) return { description };
  const content =
    result === Bytes
      ? Object.fromEntries(types.map((type) => [type, contentOf(type)]))
      : { 'application/json': { schema: schemaOf(result, 'output') } };
  return { description, content };
};

/**
 * Statuses of all calls (including those answered before routing), of calls with a session, with parts in their
 * address, that name a record, that change it, and with a body.
 */
const always = [400, 405, 408, 429, 431, 503];
const addressed = [414];
const guarded = [401, 403];
const naming = [404];
const writing = [404, 409];
const taking = [413, 415];

/** Whether a call is about one record, which may be gone: by its address, or by an id that the query must hold. */
const namesRecord = ({ params, query }: Endpoint) =>
  !isNothing(params) ||
  parametersOf(query, 'query').some(({ name, required }) => required && String(name).endsWith('Id'));

const failuresOf = (endpoint: Endpoint): Json => {
  const { access, method, params, failures = [] } = endpoint;
  const statuses = new Set([
    ...always,
    ...(access === 'public' ? [] : guarded),
    ...(isNothing(params) ? [] : addressed),
    ...(namesRecord(endpoint) ? naming : []),
    ...(method === 'GET' ? [] : writing),
    ...(method === 'GET' ? [] : taking),
    ...failures,
  ]);
  return Object.fromEntries(
    [...statuses].map((status) => [status, { $ref: '#/components/responses/Error' }]),
  );
};

/** Who may call, in words. */
export const accessText = ({ access }: Endpoint): string => {
  if (access === 'public') return '公开';
  if (access === 'signedIn') return '登录即可';
  return typeof access === 'string' ? access : access.join(' 或 ');
};

const operationOf = (tag: string, endpoint: Endpoint): Json => ({
  tags: [tag],
  summary: endpoint.summary,
  description: `权限：${accessText(endpoint)}`,
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  requestBody: requestBodyOf(endpoint),
  responses: { [endpoint.status]: successOf(endpoint), ...failuresOf(endpoint) },
  security: endpoint.access === 'public' ? [] : [{ token: [] }],
});

const errorSchema = {
  type: 'object',
  required: ['status', 'timestamp', 'message', 'code', 'requestId'],
  properties: {
    status: { type: 'integer' },
    timestamp: { type: 'integer' },
    message: { type: 'string' },
    code: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
    requestId: { type: 'string' },
  },
};

/** A schema that refers to itself stands among the components, where references of a document are looked for. */
const hoisted = (schemas: Json, name: string, schema: Json): Json => {
  const text = JSON.stringify(schema);
  if (!text.includes('"$ref":"#')) return schema;
  const own = `#/components/schemas/${name}`;
  const { $defs = {}, ...rest } = JSON.parse(
    text.replaceAll('"$ref":"#/$defs/', `"$ref":"${own}`).replaceAll('"$ref":"#"', `"$ref":"${own}"`),
  ) as Json & { $defs?: Json };
  for (const [key, one] of Object.entries($defs)) schemas[name + key] = one;
  schemas[name] = rest;
  return { $ref: own };
};

type Content = { content?: Record<string, { schema: Json }> };

const hoistContent = (schemas: Json, name: string, { content = {} }: Content) => {
  for (const one of Object.values(content)) one.schema = hoisted(schemas, name, one.schema);
};

/** The OpenAPI 3.1 description of every endpoint. */
export const openApi = (): Json => {
  const paths: Record<string, Json> = {};
  const schemas: Json = {};
  for (const [tag, api] of Object.entries(contracts))
    for (const [name, endpoint] of Object.entries(api) as [string, Endpoint][]) {
      const path = (paths[openPath(endpoint.path)] ??= {});
      const operation = operationOf(tag, endpoint);
      const { requestBody, responses } = operation as { requestBody?: Content; responses: Json };
      hoistContent(schemas, `${tag}.${name}.body`, requestBody ?? {});
      hoistContent(schemas, `${tag}.${name}`, responses[endpoint.status] as Content);
      path[endpoint.method.toLowerCase()] = operation;
    }
  return {
    openapi: '3.1.0',
    info: { title: `${PRODUCT_TITLE} API`, version },
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      responses: {
        Error: { description: '出错', content: { 'application/json': { schema: errorSchema } } },
      },
    },
  };
};
