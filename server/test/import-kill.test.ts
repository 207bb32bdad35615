import { testKilledImports } from './import-kill-tests.ts';

testKilledImports(51);
