import { afterAll, beforeAll, expect, test } from 'vitest';
import { reviewRuleApi } from '@zhiping/shared/contracts/review-rule.ts';
import { reviewRules } from '@zhiping/shared/rules/review-rule/all.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('every rule is read with its source, standard and bounds, in the order of the review', async () => {
  const { token } = await signedIn(server.db, { roleIds: [3] });
  const { body } = await server.call(reviewRuleApi.list, { token });
  const rules = body.flatMap((group) => group.rules);
  expect(rules.map(({ code }) => code).toSorted()).toEqual(reviewRules.map(({ code }) => code).toSorted());
  expect(body.every((group) => group.rules.length > 0)).toBe(true);
  expect(rules.find(({ code }) => code === 'P1')).toMatchObject({
    title: '单位公示',
    law: '人社部令第40号关于单位公示的规定',
    params: [
      { label: '公示', standard: '5 个工作日', bounds: '5 至 30 个工作日' },
      { label: '异议答复期限', standard: '10 个工作日', bounds: '1 至 30 个工作日' },
    ],
  });
});

test('supervisor and title officer read them, experts and strangers do not', async () => {
  for (const [roleId, status] of [
    [4, 200],
    [9, 200],
    [6, 403],
    [5, 403],
  ] as const) {
    const { token } = await signedIn(server.db, { roleIds: [roleId], deptId: 30 });
    expect([roleId, (await server.call(reviewRuleApi.list, { token })).status]).toEqual([roleId, status]);
  }
  expect((await server.call(reviewRuleApi.list)).status).toBe(401);
});
