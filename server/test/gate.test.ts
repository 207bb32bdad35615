import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPERT_DEPT_ID, EXPERT_ROLE_ID } from '@zhiping/shared/constants.ts';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { dashboardApi } from '@zhiping/shared/contracts/dashboard.ts';
import { expertApi } from '@zhiping/shared/contracts/expert.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { createExpert, signedIn } from './factories.ts';
import { requestOf, startTestServer, type TestServer } from './harness.ts';

/** The gate of department 20 (specification §2) holds for every client, not only for our own web app. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const behind = allEndpoints.filter(
  ({ access, atConfirmationGate }) => access !== 'public' && !atConfirmationGate,
);

test('only what the gate needs stands before it', () => {
  expect(allEndpoints.filter(({ atConfirmationGate }) => atConfirmationGate).map(nameOf)).toEqual([
    'GET /auth/info',
    'PUT /api/users/preferences',
    'POST /api/users/updatePass',
    'GET /api/menus/build',
    'GET /api/dictDetail',
    'GET /api/dictDetail/map',
    'GET /api/subject',
    'GET /api/school/all',
    'GET /api/expert/info/owner',
    'PUT /api/expert/info/owner',
    'POST /api/expert/confirm',
    'PUT /api/expert/info/owner/unavailability',
    'DELETE /api/expert/info/owner/change/:id',
    'GET /api/draft/:kind/:ref',
    'PUT /api/draft/:kind/:ref',
    'GET /api/expert/info/owner/relation',
    'POST /api/expert/info/owner/relation',
    'DELETE /api/expert/info/owner/relation',
  ]);
});

test.each([
  ['an expert', [EXPERT_ROLE_ID]],
  ['one who is an administrator too', [EXPERT_ROLE_ID, 1]],
])('%s who has not confirmed is stopped everywhere else', async (_, roleIds) => {
  const { token } = await signedIn(server.db, { roleIds, deptId: EXPERT_DEPT_ID });
  for (const endpoint of behind) {
    const response = await server.app.inject(requestOf(endpoint, { token }));
    expect([nameOf(endpoint), response.statusCode, response.json().code]).toEqual([
      nameOf(endpoint),
      403,
      'expert.unconfirmed',
    ]);
  }
});

test('an expert enters after confirming, and is stopped again when the term is over', async () => {
  const { token, expertId } = await createExpert(server.db);
  const enter = async () => {
    const answers = [
      await server.call(dashboardApi.read, { token }),
      await server.call(articleApi.list, { token, query: {} }),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await enter()).toEqual([403, 403]);
  expect((await server.call(expertApi.confirm, { token, body: {} as never })).status).toBe(200);
  expect(await enter()).toEqual([200, 200]);
  await server.db.updateTable('expert').set({ confirmed_at: null }).where('id', '=', expertId).execute();
  await expect.poll(enter).toEqual([403, 403]);
});
