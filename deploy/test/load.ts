import { randomUUID } from 'node:crypto';
import { type Answer, call } from './client.ts';

export type Record = {
  start: number;
  end: number;
  method: 'GET' | 'POST';
  name: string;
  outcome: number | string;
};

/**
 * Clients that read and write without a pause until stopped. Written rows have unique names, so that they can be found
 * afterwards. An outcome is a status, or the error of the connection.
 */
export const startLoad = (base: string, token: string, { readers = 0, writers = 0 }) => {
  const records: Record[] = [];
  const answers: Answer[] = [];
  let isStopped = false;
  const ask = async (method: 'GET' | 'POST') => {
    const name = randomUUID();
    const start = performance.now();
    const options = method === 'GET' ? { token } : { token, json: { name, enabled: true, jobSort: 1 } };
    const outcome = await call(base, method, '/api/job', options).then(
      (answer) => {
        if (answer.status >= 500) answers.push(answer);
        return answer.status;
      },
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    records.push({ start, end: performance.now(), method, name, outcome });
  };
  const client = async (method: 'GET' | 'POST') => {
    while (!isStopped) await ask(method);
  };
  const clients = [
    ...Array.from({ length: readers }, () => client('GET')),
    ...Array.from({ length: writers }, () => client('POST')),
  ];
  const stop = async () => {
    isStopped = true;
    await Promise.all(clients);
  };
  return { records, serverErrors: answers, stop };
};

export const isSuccess = ({ outcome }: Record) => outcome === 200 || outcome === 201;
