import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ENGINE } from '../modules/blind-copy/pipeline/job.ts';
import { readCopies } from './copies.ts';
import { pagesOf } from './demo-files.ts';
import { bylines, demoPapers, paperName, papersDirectory } from './papers.ts';
import { demoPeople, EXPERTS } from './people.ts';

const copies = await readCopies();
const bytesOf = (name: string) => readFile(new URL(`${name}.pdf`, papersDirectory));

test.each(demoPapers.map(({ title }, index) => ({ name: paperName(title), index })))(
  'the copy of $name is of the paper as it is, by the pipeline as it is, and covers who wrote it',
  async ({ name, index }) => {
    const { made } = copies[index]!;
    expect(made.source).toBe(
      createHash('sha256')
        .update(await bytesOf(name))
        .digest('hex'),
    );
    expect(made.engine).toBe(ENGINE);
    expect(made.pages).toHaveLength(pagesOf(name));
    const by = bylines()[index];
    const covered = made.marks.filter(({ isCovered }) => isCovered).map(({ kind }) => kind);
    for (const kind of by ? (['name', 'coauthor', 'school', 'college', 'mail'] as const) : [])
      expect(covered).toContain(kind);
    if (!by) expect(covered).toEqual([]);
  },
);

test('co-authors of an applicant are no experts', () => {
  const experts = demoPeople(EXPERTS).map(({ name }) => name);
  expect(bylines().filter(({ coauthor }) => experts.includes(coauthor))).toEqual([]);
});
