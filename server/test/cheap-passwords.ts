import { passwordCost } from '../src/platform/auth/passwords.ts';

/**
 * Tests sign in hundreds of times, each with two hashes that take 50 ms of a core. passwords.test.ts proves the cost of the
 * product in a process that does not load this file.
 */
Object.assign(passwordCost, { memory: 64, passes: 1 });
