import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { sql } from 'kysely';
import { readConfig } from '../src/config.ts';
import { makeCopy } from '../src/modules/blind-copy/make-copy.ts';
import { releaseCopy } from '../src/modules/blind-copy/release-copies.ts';
import { loadPrincipal, type Principal } from '../src/platform/auth/principal.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createFileStore } from '../src/platform/files/create-file-store.ts';
import { incomingDirectory } from '../src/platform/files/upload.ts';
import { loadIdentity } from '../src/platform/identity.ts';
import type { TestServer } from './harness.ts';
import { markOf } from './leak-marks.ts';

/** A work that names its author wherever a file can, and the copy that the product makes of it and releases to blind readers. */

const [NAME] = markOf('copyApplicant');
/** Text that readers of the copy must see. */
export const KEPT = 'This sentence may be read by everybody';
/** Owner of the work, in any spelling. */
export const whose = [...NAME.split(' '), 'nankai', '南开'];

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const original = async (): Promise<Buffer> => {
  const pdf = await PDFDocument.create();
  const secret = `${NAME} Nankai University 南开大学`;
  pdf.setAuthor(secret);
  pdf.setTitle(secret);
  pdf.setKeywords([secret]);
  await pdf.attach(Buffer.from(secret), `${NAME}.txt`);
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([400, 300]);
  const lines = [KEPT, NAME, 'Nankai University, Tianjin', `${NAME.split(' ')[1]}@nankai.edu.cn`];
  lines.forEach((line, row) => page.drawText(line, { x: 30, y: 250 - row * 24, size: 12, font }));
  return Buffer.from(await pdf.save());
};

type Stored = { sha256: string; bytes: Buffer };

const placeOf = (directory: string, sha256: string) =>
  join(directory, 'files', sha256.slice(0, 2), `${sha256}.pdf`);

const keep = async (directory: string, { sha256, bytes }: Stored) => {
  const path = placeOf(directory, sha256);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
};

/** Each node of a test has a directory of its own. */
export const keepCopy = async ({ dataDir }: TestServer, { source, result }: BlindCopyOfWorld) => {
  for (const stored of [source, result]) await keep(dataDir, stored);
};

/** Submitted as the work of this project, covered by the pipeline, and released by the office. */
export const addCopy = async (
  server: TestServer,
  { project, office }: { project: number; office: { id: number } },
) => {
  const { db, pool, dataDir } = server;
  const bytes = await original();
  const source = { sha256: digest(bytes), bytes };
  const { id: material } = await db
    .insertInto('project_material')
    .values({
      project_id: project,
      position: 1,
      type: 'representativeWork',
      entry_key: 'r1',
      name: NAME,
      format: 'pdf',
      sha256: source.sha256,
      bytes: bytes.length,
      pages: 1,
      whole: true,
      create_time: new Date('2026-09-10T02:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = {
    id: material,
    type: 'representativeWork',
    name: NAME,
    entryKey: 'r1',
    proof: null,
    sha256: source.sha256,
  };
  const work = { key: 'w1', entry: 'r1', contribution: `${NAME}（南开大学）提出了方法` };
  await sql`alter table project_snapshot disable trigger user`.execute(db);
  await sql`update project_snapshot set content = jsonb_set(
      jsonb_set(content, '{files}', content -> 'files' || ${JSON.stringify(file)}::jsonb),
      '{form,works,works}', ${JSON.stringify([work])}::jsonb)
    where project_id = ${project}`.execute(db);
  await sql`alter table project_snapshot enable trigger user`.execute(db);
  await keep(dataDir, source);
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, CAPTCHA_ANSWER: '1234' });
  await mkdir(incomingDirectory(config), { recursive: true });
  const identity = await loadIdentity(pool);
  await makeCopy(
    { db, files: createFileStore(config), config, identity, clock: systemClock },
    { userId: office.id },
    { id: material, projectId: project, sha256: source.sha256, format: 'pdf' },
  );
  // Another expert of the file says so of it.
  await sql`insert into material_report
      (assignment_id, project_id, material_id, shown_as, shown_name, problem, note, create_time)
    select id, project_id, ${material}, 1, '代表作 1', 'other', ${markOf('report')[0]}, now()
    from assignment where project_id = ${project} and slot = 2`.execute(db);
  await releaseCopy(db, (await loadPrincipal(db, office.id, new Date())) as Principal, { id: material });
  const { result_sha256: sha256 } = await db
    .selectFrom('blind_copy')
    .select('result_sha256')
    .where('material_id', '=', material)
    .executeTakeFirstOrThrow();
  const result = { sha256: sha256!, bytes: await readFile(placeOf(dataDir, sha256!)) };
  return { material, source, result };
};
export type BlindCopyOfWorld = Awaited<ReturnType<typeof addCopy>>;
