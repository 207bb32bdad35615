import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { run } from './run.ts';
import { disturbMachine } from './testing/disturb-machine.ts';

/**
 * All of `npm test` on a machine that has no time: several times in a row, without one second try, with random delays in
 * the database, in children and in frames, and a second run beside each.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, shard: { type: 'string' }, seed: { type: 'string' } },
});
const rounds = Number(values.rounds);
const seed = values.seed ?? String(randomInt(1_000_000));
const shard = values.shard ? [`--shard=${values.shard}`] : [];

const { temporary, stop } = await disturbMachine();
const env = { TMPDIR: temporary, ZHIPING_TEST_DISTURB: seed };
const passed: boolean[] = [];
try {
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`\n==== busy round ${round} of ${rounds}, seed ${seed}`);
    const beside = run('npx', ['vitest', 'run', '--project', 'server', '--shard=1/20'], {
      env,
      isQuiet: true,
    });
    const code = await run(process.execPath, ['scripts/test.ts', '--strict', ...shard], { env });
    passed.push(code === 0 && (await beside) === 0);
  }
} finally {
  await stop();
}
const failed = passed.filter((one) => !one).length;
console.log(`\n${rounds - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
