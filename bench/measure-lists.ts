import { setTimeout as pause } from 'node:timers/promises';

/** Requested paths, in turn, and their token. */
export type Question = { name: string; paths: string[]; token: string };

const WARM_UP_SECONDS = 1;
const PEOPLE = 100;
const PAUSE_MS = [2000, 8000] as const;

const ask = async (port: number, path: string, token: string): Promise<number> => {
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: token } });
  await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${path}`);
  return performance.now() - start;
};

const report = (name: string, times: number[]) => {
  times.sort((left, right) => left - right);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0);
  console.log(
    `${name.padEnd(44)} ${String(times.length).padStart(5)} calls, p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms`,
  );
};

/** Latencies of one client that asks one question after another. */
export const measureOne = async (port: number, { name, paths, token }: Question, seconds: number) => {
  const start = performance.now();
  const times: number[] = [];
  for (let index = 0; performance.now() - start < (WARM_UP_SECONDS + seconds) * 1000; index += 1) {
    const took = await ask(port, paths[(index * 37) % paths.length] as string, token);
    if (performance.now() - start > WARM_UP_SECONDS * 1000) times.push(took);
  }
  report(name, times);
};

/** Latencies of people who ask all of these questions and read what they got for 2 to 8 s before they ask again. */
export const measurePeople = async (port: number, questions: Question[], seconds: number) => {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  const pauseMs = () => PAUSE_MS[0] + Math.random() * (PAUSE_MS[1] - PAUSE_MS[0]);
  const person = async () => {
    await pause(Math.random() * PAUSE_MS[1]);
    while (performance.now() < end) {
      const { paths, token } = questions[Math.floor(Math.random() * questions.length)] as Question;
      times.push(await ask(port, paths[Math.floor(Math.random() * paths.length)] as string, token));
      await pause(pauseMs());
    }
  };
  await Promise.all(Array.from({ length: PEOPLE }, person));
  report(`${PEOPLE} people who pause`, times);
};
