import { z } from 'zod';
import { contracts } from '@zhiping/shared/contracts/all.ts';
import { API_BASE, PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import { Bytes, type Endpoint, isNothing } from '@zhiping/shared/endpoint.ts';

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
    schema: property,
  }));
};

const requestBodyOf = ({ body, upload }: Endpoint): Json | undefined => {
  if (upload) {
    const { properties = {} } = isNothing(body) ? {} : (schemaOf(body, 'input') as { properties?: Json });
    const file = { [upload.field]: { type: 'string', format: 'binary' } };
    const schema = { type: 'object', properties: { ...properties, ...file } };
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (isNothing(body)) return undefined;
  return { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } };
};

const successOf = ({ result, summary }: Endpoint): Json => {
  if (isNothing(result)) return { description: summary };
  if (result === Bytes) return { description: summary, content: { 'application/octet-stream': {} } };
  return { description: summary, content: { 'application/json': { schema: schemaOf(result, 'output') } } };
};

const failures = {
  '400': { $ref: '#/components/responses/Error' },
  '401': { $ref: '#/components/responses/Error' },
  '403': { $ref: '#/components/responses/Error' },
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
  responses: { [endpoint.status]: successOf(endpoint), ...failures },
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

/** The OpenAPI 3.1 description of every endpoint. */
export const openApi = (): Json => {
  const paths: Record<string, Json> = {};
  for (const [tag, api] of Object.entries(contracts))
    for (const endpoint of Object.values(api) as Endpoint[]) {
      const path = (paths[openPath(endpoint.path)] ??= {});
      path[endpoint.method.toLowerCase()] = operationOf(tag, endpoint);
    }
  return {
    openapi: '3.1.0',
    info: { title: `${PRODUCT_TITLE} API`, version: '0.1.0' },
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      responses: {
        Error: { description: '出错', content: { 'application/json': { schema: errorSchema } } },
      },
    },
  };
};
