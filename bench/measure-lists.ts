import autocannon from 'autocannon';

/** What is asked: some paths in turn, or a new one each time. `write` makes it a question that writes, with a new body each. */
export type Question = {
  name: string;
  paths: string[] | (() => string);
  token: string;
  write?: () => object;
};

const CLIENTS = 32;
const WARM_UP_SECONDS = 1;

const requestsOf = ({ paths, token, write }: Question): autocannon.Request[] => {
  if (typeof paths === 'function') return [{ setupRequest: (request) => ({ ...request, path: paths() }) }];
  if (!write) return paths.map((path) => ({ path }));
  const headers = { authorization: token, 'content-type': 'application/json' };
  return paths.map((path) => ({
    path,
    method: 'POST',
    headers,
    setupRequest: (request) => ({ ...request, body: JSON.stringify(write()) }),
  }));
};

const ask = (port: number, question: Question, seconds: number): Promise<[autocannon.Result, number[]]> =>
  new Promise((resolve, reject) => {
    const times: number[] = [];
    const requests = requestsOf(question);
    let clients = 0;
    const run = autocannon(
      {
        url: `http://127.0.0.1:${port}`,
        connections: CLIENTS,
        duration: seconds,
        headers: { authorization: question.token },
        // Each begins elsewhere, so that they do not ask the same at the same moment.
        setupClient: (client) => {
          const start = Math.floor((clients++ * requests.length) / CLIENTS);
          client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
        },
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
