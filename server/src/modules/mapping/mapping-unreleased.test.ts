import { expect, test } from 'vitest';
import { assignmentApi } from '@zhiping/shared/contracts/assignment.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import type { DrawRecord } from '@zhiping/shared/rules/draw/record.ts';
import { canonicalJson } from '@zhiping/shared/rules/text/canonical-json.ts';
import { createRole, signedIn } from '../../../test/factories.ts';
import { requestOf } from '../../../test/harness.ts';
import { conductDraw, newDraw, newSecret, readDraw, releaseDraw } from '../../../test/review-helpers.ts';
import { startWorld } from '../../../test/worlds.ts';
import { sha256 } from '../../platform/hash.ts';

test('shows pairs before the release to those who arrange them, on record, and the supervisor checks by hashes', async () => {
  const { server, office, supervisor, cycleId } = await startWorld('eligible');
  const id = await newDraw(server, office, { cycleId });
  const readRecord = (authorization: string) =>
    server.app.inject(requestOf(drawApi.record, { token: authorization, params: { id } }));
  await conductDraw(server, id, [
    { token: office, secret: newSecret() },
    { token: supervisor, secret: newSecret() },
  ]);
  const noted = (await readDraw(server, supervisor, id)).resultHash;
  const refused = await readRecord(supervisor);
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'draw.not_released']);
  const { token: reader } = await signedIn(server.db, {
    roleIds: [
      await createRole(server.db, { permissions: ['review:list', 'assignment:list'], dataScope: '全部' }),
    ],
  });
  const listed = async (token: string) =>
    (await server.call(assignmentApi.files, { token, query: { cycleId } })).body.content.flatMap(
      ({ experts }) => experts,
    );
  expect(await listed(reader)).toEqual([]);
  for (const endpoint of [drawResultApi.files, drawResultApi.sheet])
    expect(
      (await server.app.inject(requestOf(endpoint, { token: reader, params: { id }, query: { id } }))).json()
        .code,
    ).toBe('draw.not_released');
  expect((await readRecord(office)).statusCode).toBe(200);
  expect((await readRecord(office)).statusCode).toBe(200);
  expect(await listed(office)).toHaveLength(6);
  const { rows } = await server.pool.query<{ entity: string; what: string }>(
    `select entity, detail ->> 'what' as what from audit_event where action = 'draw.pairs_read' order by seq`,
  );
  expect(rows).toEqual([
    { entity: 'draw', what: 'record' },
    { entity: 'cycle', what: 'files' },
  ]);
  await releaseDraw(server, office, id);
  const record = JSON.parse((await readRecord(supervisor)).body) as DrawRecord;
  expect(record.resultHash).toBe(noted);
  expect(sha256(canonicalJson(record.result))).toBe(noted);
  expect(await listed(reader)).toHaveLength(6);
  await server.close();
});
