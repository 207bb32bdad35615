// Long: each of twenty-five kinds of call is made anew for a cut before each of its statements, with new connections each time.
import { describe } from 'vitest';
import { testCheckCuts } from './cut-check-tests.ts';
import { testProjectCuts } from './cut-project-tests.ts';
import { cutEverywhere } from './cut-server.ts';

describe('applicants, schools and office', () => {
  testProjectCuts(cutEverywhere);
});
describe('who checks before and after the school', () => {
  testCheckCuts(cutEverywhere);
});
