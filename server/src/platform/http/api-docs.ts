import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { openApi } from './openapi.ts';

/**
 * The API description and its page at /title/doc.html. Both are made from the contracts alone and served from here; the
 * page asks no other host for anything.
 */
export const registerApiDocs = async (app: FastifyInstance) => {
  // Made when it is first asked for, so that no start waits for it.
  await app.register(swagger, { openapi: {}, transformObject: () => openApi() as never });
  await app.register(swaggerUi, {
    routePrefix: `${API_BASE}/doc.html`,
    uiConfig: { docExpansion: 'list', deepLinking: true, persistAuthorization: false, validatorUrl: null },
  });
};
