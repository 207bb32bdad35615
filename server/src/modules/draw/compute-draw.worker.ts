import { parentPort, workerData } from 'node:worker_threads';
import type { Roster } from '@zhiping/shared/rules/draw-record.ts';
import { computeDraw } from '@zhiping/shared/rules/run-draw.ts';
import type { DrawDone, DrawWork } from './compute-draw.ts';

const { roster, seed } = workerData as DrawWork;

const done: DrawDone = computeDraw(JSON.parse(roster) as Roster, seed);
parentPort?.postMessage(done);
