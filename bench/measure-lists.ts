import autocannon from 'autocannon';

/** `write` makes it a question that writes: a new body for every call. */
export type Question = { name: string; paths: string[]; token: string; write?: () => object };

const CLIENTS = 32;
const WARM_UP_SECONDS = 1;

const ask = (
  port: number,
  { paths, token, write }: Question,
  seconds: number,
): Promise<[autocannon.Result, number[]]> =>
  new Promise((resolve, reject) => {
    const times: number[] = [];
    const run = autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections: CLIENTS,
        duration: seconds,
        headers: { authorization: token },
        requests: paths.map((path) =>
          write
            ? {
                path,
                method: 'POST' as const,
                headers: { authorization: token, 'content-type': 'application/json' },
                setupRequest: (request) => ({ ...request, body: JSON.stringify(write()) }),
              }
            : { path },
        ),
      },
      (error: Error | null, result) => (error ? reject(error) : resolve([result, times])),
    );
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });

/** Requests a second and latencies of one kind of question, each asked with changing values, at 32 parallel clients. */
export const measureLists = async (port: number, question: Question, seconds: number) => {
  await ask(port, question, WARM_UP_SECONDS);
  const [result, times] = await ask(port, question, seconds);
  times.sort((left, right) => left - right);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0);
  const refused = result.non2xx + result.errors;
  console.log(
    `${question.name.padEnd(24)} ${Math.round(result.requests.average)} req/s, ` +
      `p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)} ms${refused > 0 ? `, ${refused} refused` : ''}`,
  );
};
