import { describe } from 'vitest';
import { testCheckCuts } from './cut-check-tests.ts';
import { testProjectCuts } from './cut-project-tests.ts';
import { cutAtCommit } from './cut-server.ts';

/**
 * Every step of a project, cut before its commit and after it. Between any two statements: cut-projects.long.test.ts.
 */
describe('applicants, schools and office', () => {
  testProjectCuts(cutAtCommit);
});
describe('who checks before and after the school', () => {
  testCheckCuts(cutAtCommit);
});
