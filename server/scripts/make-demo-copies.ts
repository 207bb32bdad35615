/**
 * Makes the blind copies of the demo's papers with the product's pipeline. The searched facts are those of a project in
 * a database with the demo, which the settings name; copies missing there do not matter.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { copyName, type MadeCopy } from '../src/demo/copies.ts';
import { dbOf } from '../src/demo/database.ts';
import { demoPapers, paperName, papersDirectory } from '../src/demo/papers.ts';
import { findBlindFacts } from '../src/modules/blind-copy/blind-facts.queries.ts';
import { ENGINE } from '../src/modules/blind-copy/pipeline/job.ts';
import { coverFile } from '../src/modules/blind-copy/pipeline/run-pipeline.ts';
import { connectionConfig } from '../src/platform/database/db.ts';
import { loadIdentity } from '../src/platform/identity.ts';
import { openDatabase, runTool } from './open-database.ts';

const hashOf = async (url: URL) =>
  createHash('sha256')
    .update(await readFile(url))
    .digest('hex');

await runTool(async () => {
  const { config, connection, close } = await openDatabase();
  const client = new pg.Client(connectionConfig(connection));
  await client.connect();
  const deps = { db: dbOf(client), identity: await loadIdentity(client, config.IDENTITY_KEY) };
  for (const { title } of demoPapers) {
    const paper = new URL(`${paperName(title)}.pdf`, papersDirectory);
    const source = await hashOf(paper);
    const { rows } = await client.query<{ id: string }>(
      `select project.id from project join project_material on project_id = project.id join cycle on cycle.id = cycle_id
       where cycle.state = 'reviewing' and sha256 = $1 order by project.no limit 1`,
      [source],
    );
    const facts = await findBlindFacts(deps, Number(rows[0]!.id));
    const out = fileURLToPath(new URL(`${copyName(title)}.pdf`, papersDirectory));
    const made = await coverFile({
      path: fileURLToPath(paper),
      out,
      isPicture: false,
      facts,
      decisions: [],
      drawn: [],
    });
    if ('problem' in made) throw new Error(`${title}: ${made.problem}`);
    const { pages, marks, left, outside, words, bytes } = made.covered;
    const copy: MadeCopy = { engine: ENGINE, source, pages, marks };
    await writeFile(
      new URL(`${copyName(title)}.json`, papersDirectory),
      `${JSON.stringify(copy, null, 2)}\n`,
    );
    console.log(
      title,
      { bytes, left, outside, words, doubts: pages.flatMap(({ doubts }) => doubts) },
      marks.map((mark) => mark.words).join(' '),
    );
  }
  await client.end();
  await close();
  return 0;
});
