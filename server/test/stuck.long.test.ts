// Slow: a process that stands still has half a minute in production.
import { expect, test } from 'vitest';
import { copyLimits } from '../src/modules/blind-copy/pipeline/limits.ts';
import { pdfLimits } from '../src/platform/files/pdf-limits.ts';
import { runProgram } from './helper-programs.ts';

test('a process that stands still is ended by the real limits', async () => {
  const ended = [copyLimits, pdfLimits].map(({ idleLooks }) => runProgram('blocks', { idleLooks }));
  expect(await Promise.all(ended)).toEqual(['SIGKILL', 'SIGKILL']);
});
