// Slow: thousands of rows go through many statements, between which the server is killed.
import { MAX_IMPORTED } from '@zhiping/shared/contracts/expert-pool.ts';
import { testKilledImports } from './import-kill-tests.ts';

testKilledImports(MAX_IMPORTED + 100);
