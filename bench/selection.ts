import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createExclusionReasons } from '@zhiping/shared/rules/assignment/explain.ts';
import { createFindSuccessors } from '@zhiping/shared/rules/assignment/replace.ts';
import { runSelection } from '@zhiping/shared/rules/assignment/run-selection.ts';
import { type SelectionMode, selectionModes } from '@zhiping/shared/rules/assignment/selection.ts';
import { createDice } from '@zhiping/shared/rules/assignment/testing/random-instance.ts';
import { expertOf, fileOf, paramsOf } from '@zhiping/shared/rules/assignment/testing/random-selection.ts';
import { pathOfCode } from '@zhiping/shared/rules/subject/path.ts';

/**
 * How long a selection takes from files and experts to proven pairs, and its questions afterwards. Each in a process of its own.
 * Usage: node bench/selection.ts [files experts need]
 */
const SIZES = [
  [300, 500, 3],
  [5000, 3000, 5],
  [20_000, 10_000, 5],
] as const;

const inventSelection = (fileCount: number, expertCount: number, need: number, mode: SelectionMode) => {
  const dice = createDice(7);
  const two = (value: number) => String(value + 1).padStart(2, '0');
  // 592 classes under 107 professional and 14 subject categories, the first ones crowded.
  const subject = () => {
    const place = Math.floor((dice(1_000_000) / 1_000_000) ** 2 * 592);
    const professional = Math.floor((place * 107) / 592);
    const category = Math.floor((professional * 14) / 107);
    return pathOfCode('under', `${two(category)}${two(professional % 8)}${two(place % 6)}`);
  };
  const schools = Math.max(10, Math.floor(expertCount / 50));
  const cap = Math.ceil((fileCount * need * 1.6) / expertCount);
  const experts = Array.from({ length: expertCount }, (_, id) => {
    const subjects = Array.from({ length: 1 + dice(3) }, subject);
    return expertOf({ id, schoolId: dice(schools), subjects, rating: 1 + dice(5), cap });
  });
  const files = Array.from({ length: fileCount }, (_, id) =>
    fileOf({ id, subjects: [subject()], schoolId: dice(schools), need }),
  );
  const conflicts = Array.from({ length: fileCount * 10 }, () => {
    return { file: dice(fileCount), expert: dice(expertCount), severity: 'block' as const };
  });
  return { files, experts, conflicts, params: paramsOf({ mode }) };
};

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

const measure = (files: number, experts: number, need: number, mode: SelectionMode) => {
  const selection = inventSelection(files, experts, need, mode);
  const cpu = process.cpuUsage();
  const begun = performance.now();
  const ran = runSelection(selection);
  const ms = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  if ('errors' in ran) throw new Error(ran.errors.join('\n'));
  const { pairs, missing, solved } = ran.result;
  const peak = process.resourceUsage().maxRSS / 1024;
  const match = pairs.reduce((sum, { parts }) => sum + parts.match, 0) / pairs.length / 100;
  const findSuccessors = createFindSuccessors(selection);
  const dice = createDice(9);
  const timeOne = () => {
    const leaving = pairs[dice(pairs.length)]!;
    const from = performance.now();
    findSuccessors(pairs, leaving);
    return performance.now() - from;
  };
  // The first ones wait for their machine code to be made.
  const first = Array.from({ length: 20 }, timeOne);
  const times = Array.from({ length: 500 }, timeOne);
  const words = [
    `${Math.round(ms)} ms, processor ${Math.round((user + system) / 1000)} ms, ${Math.round(peak)} MB`,
    `match ${match.toFixed(2)}, missing ${missing}, one place p99 ${p99(times).toFixed(1)} ms, first ones at most ${Math.max(...first).toFixed(1)} ms`,
  ];
  if (solved) {
    const { allowed, instance } = solved.candidates;
    words.push(`${solved.rounds} rounds, ${instance.candidates.file.length} of ${allowed} pairs`);
    const whyNotHim = createExclusionReasons(selection, solved);
    const from = performance.now();
    for (let at = 0; at < 10; at += 1) whyNotHim(0, dice(experts));
    words.push(`ten answers ${Math.round(performance.now() - from)} ms`);
  }
  return words.join('; ');
};

type Task = [number, number, number, SelectionMode];
if (process.send) {
  const [task] = (await once(process, 'message')) as [Task];
  process.send(measure(...task));
  process.disconnect();
} else {
  const wanted = process.argv.slice(2).map(Number);
  const sizes = wanted.length === 3 ? [wanted as [number, number, number]] : SIZES;
  for (const size of sizes)
    for (const mode of Object.keys(selectionModes) as SelectionMode[]) {
      const child = fork(fileURLToPath(import.meta.url));
      child.send([...size, mode]);
      const [words] = (await once(child, 'message')) as [string];
      process.stdout.write(`${size.join(' × ')} ${mode}: ${words}\n`);
    }
}
