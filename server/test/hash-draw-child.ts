import { availableParallelism } from 'node:os';
import { readFile } from 'node:fs/promises';
import type { Roster } from '@zhiping/shared/rules/draw/record.ts';
import { computeDraw } from '@zhiping/shared/rules/draw/run-draw.ts';
import { hashOfJson } from '../src/platform/hash.ts';

/** Computes the draw of a roster, like nodes and verifiers, and prints the hash of the result. */
const roster = JSON.parse(await readFile(process.argv[2]!, 'utf8')) as Roster;
const computed = computeDraw(roster, 'ab'.repeat(32));
const hash = hashOfJson(computed);
process.stdout.write(JSON.stringify({ hash, processors: availableParallelism() }));
