import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '@zhiping/shared/contracts/all.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { signedIn } from './factories.ts';
import { requestOf, startTestServer, type TestServer } from './harness.ts';

/**
 * Permissions, generated: every endpoint × every role that an installation begins with. What a role may call is computed
 * from its menus in the database and from the contracts; what it may not call must answer 403, and before anything else:
 * a wrong or empty input must not be judged first.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const roles = [2, 3, 4, 5, 6, 7, 9];

const permissionsOf = async (roleId: number) => {
  const rows = await server.db
    .selectFrom('role_menu')
    .innerJoin('menu', 'menu.id', 'role_menu.menu_id')
    .select('menu.permission')
    .where('role_menu.role_id', '=', roleId)
    .execute();
  return new Set(rows.map(({ permission }) => permission));
};

const isAllowed = ({ access }: Endpoint, held: Set<string | null>) =>
  access === 'public' ||
  access === 'signedIn' ||
  (typeof access === 'string' ? [access] : access).some((permission) => held.has(permission));

describe.each(roles)('role %i', (roleId) => {
  test('is refused everything that its menus do not grant, and holds no super administrator', async () => {
    const held = await permissionsOf(roleId);
    expect(held).not.toContain('admin');
    const { token } = await signedIn(server.db, { roleIds: [roleId], deptId: 2 });
    const refused = allEndpoints.filter((endpoint) => !isAllowed(endpoint, held));
    expect(refused.length).toBeGreaterThan(20);
    for (const endpoint of refused) {
      const response = await server.app.inject(requestOf(endpoint, { token }));
      expect([endpoint.method, endpoint.path, response.statusCode]).toEqual([
        endpoint.method,
        endpoint.path,
        403,
      ]);
    }
  });

  test('may read every list that its menus grant', async () => {
    const held = await permissionsOf(roleId);
    const { token } = await signedIn(server.db, { roleIds: [roleId], deptId: 2 });
    const lists = allEndpoints.filter(
      (endpoint) =>
        endpoint.method === 'GET' &&
        !endpoint.path.includes(':') &&
        Array.isArray(endpoint.access) === false &&
        endpoint.access !== 'public' &&
        endpoint.access !== 'signedIn' &&
        isAllowed(endpoint, held),
    );
    for (const endpoint of lists) {
      const response = await server.app.inject(requestOf(endpoint, { token }));
      expect([endpoint.path, response.statusCode === 403]).toEqual([endpoint.path, false]);
    }
  });
});
