import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_PROVINCE } from '@zhiping/shared/constants.ts';
import { schoolApi } from '@zhiping/shared/contracts/school.ts';
import { findSchoolId, signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let office: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token: office } = await signedIn(server.db, { roleIds: [3] }));
});
afterAll(() => server.close());

test('provinces with their schools, those without one last', async () => {
  const provincesFor = (token: string) => server.call(schoolApi.provinces, { token, query: { pid: 30 } });
  const { body: added } = await server.call(schoolApi.create, {
    token: office,
    body: { pid: 30, name: '无省大学', deptSort: 0 },
  });
  const { body } = await provincesFor(office);
  expect(body.slice(0, 3).map(({ province }) => province)).toEqual(['北京市', '天津市', '河北省']);
  expect(body.at(-1)).toEqual({ province: null, schools: 1 });
  expect(body.reduce((sum, { schools }) => sum + schools, 0)).toBe(2953);
  const without = await server.call(schoolApi.list, {
    token: office,
    query: { pid: 30, province: NO_PROVINCE },
  });
  expect(without.body.content.map(({ name }) => name)).toEqual(['无省大学']);
  await server.call(schoolApi.remove, { token: office, body: [added.id] });

  const { token: officer } = await signedIn(server.db, {
    roleIds: [9],
    deptId: await findSchoolId(server.db, '南开大学'),
  });
  expect((await provincesFor(officer)).body).toEqual([{ province: '天津市', schools: 1 }]);
});
