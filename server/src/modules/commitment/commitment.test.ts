import { afterAll, beforeAll, expect, test } from 'vitest';
import { commitmentApi } from '@zhiping/shared/contracts/commitment.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { type CommitmentKind, commitmentKinds } from '@zhiping/shared/rules/commitment/kinds.ts';
import { signedIn } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { sha256 } from '../../platform/hash.ts';

let server: TestServer;
let office: string;
beforeAll(async () => {
  server = await startTestServer();
  office = (await signedIn(server.db, { roleIds: [3] })).token;
});
afterAll(() => server.close());

const newest = async (kind: CommitmentKind) => {
  const { body } = await server.call(commitmentApi.kinds, { token: office });
  const version = body.find((one) => one.kind === kind)?.versions[0];
  const { body: text } = await server.call(commitmentApi.text, {
    token: office,
    params: { id: version?.id ?? 0 },
  });
  return text;
};
const save = (text: { kind: CommitmentKind; baseVersion: number } & Record<string, unknown>) =>
  server.call(commitmentApi.save, { token: office, body: { title: '承诺书', body: '一、属实。', ...text } });

test('a new installation has a text of each kind with a verifiable hash', async () => {
  for (const kind of Object.keys(commitmentKinds) as CommitmentKind[]) {
    const { version, title, body, hash } = await newest(kind);
    expect(version).toBe(1);
    const content = canonicalJson({ kind, version, title, body });
    expect(hash).toBe(sha256(content));
  }
});

test('a change adds a version with a reason, and the previous version stays the same', async () => {
  const before = await newest('expert');
  const saved = await save({ kind: 'expert', baseVersion: 1, reason: '增加回避条款' });
  expect(saved.status).toBe(201);
  expect(await newest('expert')).toMatchObject({ version: 2, body: '一、属实。', reason: '增加回避条款' });
  const { body: old } = await server.call(commitmentApi.text, { token: office, params: { id: before.id } });
  expect(old).toEqual(before);
});

test('one of several simultaneous changes is stored', async () => {
  const { version: baseVersion } = await newest('staff');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      save({ kind: 'staff', baseVersion, body: `第 ${index} 人`, reason: '修改' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect((await newest('staff')).version).toBe(baseVersion + 1);
});

test('a missing reason, an unchanged, an empty and an oversized text are refused with the field', async () => {
  const { title, body, version: baseVersion } = await newest('employer');
  const kind = 'employer';
  const tries = [
    await save({ kind, baseVersion }),
    await save({ kind, baseVersion, title, body, reason: '没有改' }),
    await save({ kind, baseVersion, body: ' ', reason: '空' }),
    await save({ kind, baseVersion, body: '字'.repeat(5001), reason: '长' }),
    await save({ kind: 'nobody' as CommitmentKind, baseVersion, reason: '谁' }),
  ];
  expect(tries.map(({ status, error }) => [status, error.errors?.[0]?.field ?? error.code])).toEqual([
    [400, 'reason'],
    [400, 'commitment.same'],
    [400, 'body'],
    [400, 'body'],
    [400, 'kind'],
  ]);
});

test('a stored text cannot be changed, not even in the database', async () => {
  for (const change of ["update commitment_text set body = ''", 'delete from commitment_text'])
    await expect(server.pool.query(change)).rejects.toThrow('cannot be changed or deleted');
});

test('supervisors read texts but cannot write them; other roles cannot do either', async () => {
  const write = { kind: 'staff', title: '承诺书', body: '一', reason: '改', baseVersion: 9 } as const;
  for (const [roleId, reads] of [
    [4, 200],
    [2, 403],
    [5, 403],
    [6, 403],
    [9, 403],
  ] as const) {
    const { token } = await signedIn(server.db, { roleIds: [roleId], deptId: 30 });
    const answers = [
      await server.call(commitmentApi.kinds, { token }),
      await server.call(commitmentApi.text, { token, params: { id: 1 } }),
      await server.call(commitmentApi.save, { token, body: write }),
    ];
    expect([roleId, ...answers.map(({ status }) => status)]).toEqual([roleId, reads, reads, 403]);
  }
  expect((await server.call(commitmentApi.kinds)).status).toBe(401);
});
