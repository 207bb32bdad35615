import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { isWarned } from '@zhiping/shared/rules/blind-copy/kinds.ts';
import { findBlindFacts, hashOfFacts } from '../modules/blind-copy/blind-facts.queries.ts';
import { maskWords } from '../modules/blind-copy/mask-words.ts';
import type { Covered } from '../modules/blind-copy/pipeline/job.ts';
import { daysAfter } from '../platform/clock.ts';
import type { Identity } from '../platform/identity.ts';
import { dbOf } from './database.ts';
import type { DemoFiles } from './demo-files.ts';
import { demoPapers, paperName, papersDirectory } from './papers.ts';

/** Finds of a paper's copy, computed once for all projects that have it. */
export type MadeCopy = Pick<Covered, 'pages' | 'marks'> & { source: string; engine: number };

export const copyName = (title: string): string => `${paperName(title)}.copy`;

export const readCopies = () =>
  Promise.all(
    demoPapers.map(async ({ title }) => {
      const text = await readFile(new URL(`${copyName(title)}.json`, papersDirectory), 'utf8');
      return { name: copyName(title), made: JSON.parse(text) as MadeCopy };
    }),
  );

type Material = { id: string; projectId: string; sha256: string };

const insertCopy = async (
  client: pg.ClientBase,
  material: Material,
  { made, file, factsHash, at }: { made: MadeCopy; file: ReturnType<DemoFiles>; factsHash: string; at: Date },
) => {
  const open = made.marks.filter(({ kind }) => isWarned(kind)).length;
  const doubted = made.pages.filter(({ doubts }) => doubts.length > 0).length;
  const marks = made.marks.map((mark) => ({
    ...mark,
    page: mark.places[0]?.page ?? 1,
    words: maskWords(mark.kind, mark.words),
    state: isWarned(mark.kind) ? 'open' : mark.isCovered ? 'covered' : 'ignored',
  }));
  await client.query(
    `with copy as (
       insert into blind_copy (material_id, source_sha256, state, result_sha256, bytes, pages, doubted_pages, open_marks,
         covered_marks, engine, facts_hash, covered_at, released_by, released_at, version, create_time, update_time)
       values ($1, $2, 'released', $3, $4, $5, $6, $7, $8, $9, $10, $11,
         (select id from sys_user where username = 'office'), $12, 1, $11, $11) returning material_id
     ), pages as (
       insert into blind_page (material_id, page, width, height, doubts)
       select material_id, page, width, height, doubts
       from copy, rows from (jsonb_to_recordset($13::jsonb) as (width double precision, height double precision, doubts text[]))
         with ordinality as one (width, height, doubts, page)
     )
     insert into blind_mark (material_id, page, kind, words, places, source, state, create_time)
     select material_id, page, kind, words, places, 'machine', one.state, $11
     from copy, jsonb_to_recordset($14::jsonb) as one (page integer, kind text, words text, places jsonb, state text)`,
    [
      material.id,
      material.sha256,
      file.sha256,
      file.bytes,
      made.pages.length,
      doubted,
      open,
      marks.filter((mark) => mark.state === 'covered').length,
      made.engine,
      factsHash,
      at,
      daysAfter(at, 1),
      JSON.stringify(made.pages),
      JSON.stringify(marks),
    ],
  );
};

/** Released copies of the works that experts read or will read, as a run of the product would have left them. */
export const loadCopies = async (
  client: pg.ClientBase,
  { cycleId, identity, files, at }: { cycleId: string; identity: Identity; files: DemoFiles; at: Date },
): Promise<void> => {
  const copies = new Map((await readCopies()).map((copy) => [copy.made.source, copy]));
  const { rows } = await client.query<Material>(
    `select material.id, project_id as "projectId", sha256 from project_material material
     join project on project.id = project_id
     where cycle_id = $1 and type = 'representativeWork' and project.state in ('eligible', 'inExternalReview')
     order by project.no, position`,
    [cycleId],
  );
  const deps = { db: dbOf(client), identity };
  const hashes = new Map<string, string>();
  for (const material of rows) {
    const copy = copies.get(material.sha256);
    if (!copy) continue;
    const { projectId } = material;
    const known = hashes.get(projectId);
    const factsHash = known ?? hashOfFacts(deps, await findBlindFacts(deps, Number(projectId)));
    hashes.set(projectId, factsHash);
    await insertCopy(client, material, { made: copy.made, file: files(copy.name), factsHash, at });
  }
};
