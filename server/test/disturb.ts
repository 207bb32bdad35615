import { ChildProcess } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { WebSocket } from 'ws';

/**
 * Random delays of what a test may wait for: answers of the database, messages to children and threads, frames. Loaded by
 * `npm run test:busy` only; a test that passes without these and fails with them depends on the speed of the machine.
 */

const SHARE = 0.02;
const MAX_MS = 400;

let state = Number(process.env['ZHIPING_TEST_DISTURB']) + process.pid;
/** Between 0 and 1; the seed is printed by the caller. */
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};

type Method = (...given: unknown[]) => unknown;
const chains = new WeakMap<object, Promise<void>>();

/** Some calls of these methods come later; the calls on one object keep their order. */
const delay = (prototype: object, methods: readonly string[]) => {
  const own = prototype as Record<string, Method>;
  for (const name of methods) {
    const original = own[name] as Method;
    // This file runs before each test file, and processes are shared by several.
    if (original.name === 'delayed') continue;
    own[name] = function delayed(this: object, ...given: unknown[]) {
      const isChosen = random() < SHARE;
      const before = chains.get(this);
      if (!before && !isChosen) return original.apply(this, given);
      const pause = new Promise((resolve) => setTimeout(resolve, isChosen ? random() * MAX_MS : 0));
      const call: Promise<void> = (before ?? Promise.resolve())
        .then(() => pause)
        .then(() => {
          if (chains.get(this) === call) chains.delete(this);
          original.apply(this, given);
        });
      chains.set(this, call);
      return true;
    };
  }
};

// The answer to a statement is complete when the connection is ready for the next one.
delay(pg.Client.prototype, ['_handleReadyForQuery']);
// Messages of a child, and its end.
delay(ChildProcess.prototype, ['emit']);
delay(Worker.prototype, ['postMessage']);
delay(WebSocket.prototype, ['send', 'close']);
