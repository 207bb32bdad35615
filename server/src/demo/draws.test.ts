import pg from 'pg';
import { expect, test } from 'vitest';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import type { DrawRecord } from '@zhiping/shared/rules/draw/record.ts';
import { verifyRecord } from '@zhiping/shared/rules/draw/verify-record.ts';
import { createTestDatabase, requestOf, startTestServer } from '../../test/harness.ts';
import { signIn } from '../../test/sign-in-helpers.ts';
import { readConfig } from '../config.ts';
import { DEMO_PASSWORD } from '../demo-password.ts';
import { inWords, runChecks } from '../modules/record-check/run-checks.ts';
import { findSubmitted } from '../modules/round/submitted.queries.ts';
import { sha256 } from '../platform/hash.ts';
import { connectionConfig } from '../platform/database/db.ts';
import { setUpDatabase } from '../setup-database.ts';

/** Who has which file after all steps of a record. */
const standing = ({ result, later }: DrawRecord) => {
  const pairs = new Set(result.pairs.map(({ file, expert }) => `${file} ${expert}`));
  for (const { file, out, in: into } of later.flatMap(({ changes }) => changes)) {
    if (out !== null) pairs.delete(`${file} ${out}`);
    if (into !== null) pairs.add(`${file} ${into}`);
  }
  return [...pairs].toSorted();
};

test('the records of the demo are right, and lead to what experts have; last year every file had its opinions, each with its event', async () => {
  const { connection, drop } = await createTestDatabase();
  const client = new pg.Client(connectionConfig(connection));
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
  await setUpDatabase(connection, readConfig({ NODE_ENV: 'test', DEMO_DATA: 'true' }));
  const server = await startTestServer({ connection });
  try {
    const supervisor = { username: 'supervisor', password: DEMO_PASSWORD };
    const { token } = (await signIn(server, supervisor)).body;
    const office = (await signIn(server, { ...supervisor, username: 'office' })).body.token;
    const draws = (await server.call(drawApi.list, { token })).body.content;
    expect(draws).toHaveLength(2);
    for (const { id } of draws) {
      const answer = await server.app.inject(requestOf(drawApi.record, { token, params: { id } }));
      const { isRight, findings } = await verifyRecord(answer.body, sha256);
      expect(findings.filter((finding) => !finding.isRight)).toEqual([]);
      expect(isRight).toBe(true);
      // Shown as for any draw: number of pairs kept apart by conflicts.
      const result = await server.call(drawResultApi.read, { token: office, params: { id } });
      expect(result.body.avoided).not.toBeNull();
      const held = await server.db
        .selectFrom('assignment')
        .select(['project_id', 'expert_id'])
        .where('draw_id', '=', id)
        .where('state', '<>', 'dropped')
        .execute();
      const pairs = held.map(({ project_id: file, expert_id: expert }) => `${file} ${expert}`);
      expect(pairs.toSorted()).toEqual(standing(JSON.parse(answer.body) as DrawRecord));
    }
    // Closed projects have as many opinions as the product asks for before it closes a round.
    const results = await server.db
      .selectFrom('project')
      .innerJoin('cycle', 'cycle.id', 'cycle_id')
      .leftJoin('external_result', 'external_result.project_id', 'project.id')
      .select(({ fn }) => ['asked', 'returned', fn.countAll<number>().as('files')])
      .where('cycle.state', '=', 'closed')
      .groupBy(['asked', 'returned'])
      .execute();
    expect(results).toEqual([{ asked: 3, returned: 3, files: 20 }]);
    const opinions = await server.db
      .selectFrom('review')
      .select('assignment_id')
      .where('hash', 'is not', null)
      .execute();
    const ids = opinions.map(({ assignment_id: id }) => id);
    const handedIn = await findSubmitted(server.db, ids);
    expect(handedIn.map(({ assignmentId }) => assignmentId)).toEqual(
      ids.toSorted((one, other) => one - other),
    );
    expect(inWords(await runChecks(server.db)).filter((line) => line.startsWith('不符'))).toEqual([]);
  } finally {
    await server.close();
    await drop();
  }
});
