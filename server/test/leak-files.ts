import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import type { TestServer } from './harness.ts';
import { type MarkName, markOf } from './leak-marks.ts';
import { sha256 } from '../src/platform/hash.ts';

/** Materials of projects with a secret text: packed, so that only opening the file shows it. */

const BYTES = 400;
const START = '>>\nstream\n';
const END = '\nendstream';

const pdfWith = (word: string) => {
  const pdf = Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<</Filter /FlateDecode${START}`),
    deflateSync(`BT /F1 12 Tf 72 720 Td (${word} ${word}) Tj ET`),
    Buffer.from(`${END}\nendobj\n`),
  ]);
  // Of equal length in both worlds.
  const bytes = Buffer.concat([pdf, Buffer.alloc(BYTES - pdf.length, ' ')]);
  return { bytes, sha256: sha256(bytes) };
};

const names = ['fileText', 'ownFileText'] as const satisfies readonly MarkName[];
const filesOf = (name: MarkName) => markOf(name).map(pdfWith);

/** Each node of a test has a directory of its own. */
export const keepFiles = async ({ dataDir }: TestServer) => {
  for (const { bytes, sha256 } of names.flatMap(filesOf)) {
    const folder = join(dataDir, 'files', sha256.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${sha256}.pdf`), bytes);
  }
};

/** Submitted with this project. */
const addFile = async ({ db }: TestServer, projectId: number, mark: MarkName) => {
  const { sha256 } = filesOf(mark)[0]!;
  const { id } = await db
    .insertInto('project_material')
    .values({
      project_id: projectId,
      position: 1,
      type: 'other',
      name: '证明材料',
      format: 'pdf',
      sha256,
      bytes: BYTES,
      pages: 1,
      whole: true,
      create_time: new Date('2026-09-10T02:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = { id, type: 'other', name: '证明材料', entryKey: null, proof: null, sha256 };
  await sql`alter table project_snapshot disable trigger user`.execute(db);
  await sql`update project_snapshot set content = jsonb_set(content, '{files}', content -> 'files' || ${JSON.stringify(file)}::jsonb)
    where project_id = ${projectId}`.execute(db);
  await sql`alter table project_snapshot enable trigger user`.execute(db);
  return id;
};

/** One of a blind file of a foreign school, and one of the own; experts have both to review. */
export const addFiles = async (
  server: TestServer,
  projects: { reviewProject: number; ownProject: number },
) => ({
  files: [
    await addFile(server, projects.reviewProject, 'fileText'),
    await addFile(server, projects.ownProject, 'ownFileText'),
  ],
});

/** With other words in it. */
export const changeFile = async ({ db }: TestServer, mark: MarkName) => {
  const [here, there] = markOf(mark).map((word) => pdfWith(word).sha256);
  await sql`update project_material set sha256 = ${there} where sha256 = ${here}`.execute(db);
  await sql`update project_snapshot set content = replace(content::text, ${here}, ${there})::jsonb
    where content::text like ${`%${here}%`}`.execute(db);
};
