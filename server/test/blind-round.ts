import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '../src/config.ts';
import { createFileStore } from '../src/platform/files/create-file-store.ts';
import { readablePdf } from './file-helpers.ts';
import type { TestServer } from './harness.ts';
import {
  addFile,
  completeForm,
  completeProject,
  newApplicant,
  publishedCycle,
  readProject,
  saveForm,
  submit,
  withoutFiles,
} from './project-helpers.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { conductDraw, newDraw, newSecret, readDraw } from './review-helpers.ts';
import { sha256 } from '../src/platform/hash.ts';

/** The applicant's name, typed where it should not be. */
export const BLIND_NAME = '慕容教书';

export type BlindProject = { id: number; token: string; work: number; proof: number };
export const digest = (bytes: Uint8Array): string => sha256(bytes);

const newProject = async (server: TestServer, cycleId: number, index: number): Promise<BlindProject> => {
  const applicant = await newApplicant(server);
  const { token } = applicant;
  const id = await completeProject(server, applicant, cycleId);
  const { form, version } = await readProject(server, token, id);
  const contribution = `本人${BLIND_NAME}（天津大学、慕容教書、慕1容2教3书）提出并验证了方法，邮箱 a@example.edu.cn。`;
  const works = { works: [{ key: 'w1', entry: 'r1', contribution }] };
  const saved = await saveForm(server, token, {
    id,
    version,
    form: { ...completeForm(form), works } as never,
  });
  expect(saved.status, saved.error?.message).toBe(200);
  const bytes = await readablePdf(`On stability ${index}`);
  const file = { id, bytes, name: `隐名材料${BLIND_NAME}${index}.pdf`, entryKey: 'r1' };
  const work = await addFile(server, token, { ...file, type: 'representativeWork' });
  const proof = await addFile(server, token, {
    ...file,
    bytes: await readablePdf(`Proof ${index}`),
    type: 'research',
  });
  const sent = await submit(server, token, id);
  expect(sent.status, sent.error?.message).toBe(204);
  return { id, token, work, proof };
};

/** A released copy of a work, as the pipeline leaves it; how it is made is tried elsewhere. */
const releaseCopy = async (server: TestServer, work: number) => {
  const bytes = Buffer.from(`%PDF-1.7 copy of ${work} ${'x'.repeat(2000)}`);
  const sha256 = digest(bytes);
  const path = join(server.dataDir, `copy-${work}`);
  await writeFile(path, bytes);
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: server.dataDir, CAPTCHA_ANSWER: '1234' });
  await createFileStore(config).keep({ path, sha256, bytes: bytes.length }, `${sha256}.pdf`);
  await server.pool.query(
    `insert into blind_copy (material_id, source_sha256, state, result_sha256, bytes, pages, released_by, released_at)
      select id, sha256, 'released', $2, $3, 3, 1, now() from project_material where id = $1`,
    [work, sha256, bytes.length],
  );
};

/**
 * A blind round: three projects with a released copy of their work each, released to experts. With `isUnreadable` the
 * first work has no copy.
 */
export const openBlindRound = async (
  server: TestServer,
  office: string,
  { isUnreadable = false }: { isUnreadable?: boolean } = {},
) => {
  const cycleId = await publishedCycle(server, office, {
    ...withoutFiles,
    A7: { values: { required: ['basic', 'target', 'works'] } },
  });
  // So that no number of a file is also the place of one.
  await server.pool.query('alter table project_material alter column id restart with 5000');
  const projects: BlindProject[] = [];
  for (let index = 0; index < 3; index += 1) projects.push(await newProject(server, cycleId, index));
  await server.pool.query(`update project set state = 'eligible' where cycle_id = $1`, [cycleId]);
  await server.pool.query(`update cycle set state = 'reviewing' where id = $1`, [cycleId]);
  for (const { work } of isUnreadable ? projects.slice(1) : projects) await releaseCopy(server, work);
  const draw = await newDraw(server, office, { cycleId, plan: { isWitnessed: false } });
  const planned = await readDraw(server, office, draw);
  await conductDraw(server, draw, [{ token: office, secret: newSecret() }]);
  const released = await server.call(drawApi.release, { token: office, params: { id: draw } });
  if (!isUnreadable) expect(released.status, released.error?.message).toBe(200);
  return { cycleId, projects, planned, released };
};
