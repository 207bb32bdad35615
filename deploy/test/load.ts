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
  const ask = async (method: 'GET' | 'POST', from: string) => {
    const name = randomUUID();
    const start = performance.now();
    const options = {
      token,
      from,
      ...(method === 'GET' ? {} : { json: { name, enabled: true, jobSort: 1 } }),
    };
    const outcome = await call(base, method, '/api/job', options).then(
      (answer) => {
        if (answer.status >= 500) answers.push(answer);
        return answer.status;
      },
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    records.push({ start, end: performance.now(), method, name, outcome });
  };
  /** Each from an address of its own: the limit of calls is by address. */
  const client = async (method: 'GET' | 'POST', from: string) => {
    while (!isStopped) await ask(method, from);
  };
  const clients = [
    ...Array.from({ length: readers }, (_, index) => client('GET', `127.0.1.${index + 1}`)),
    ...Array.from({ length: writers }, (_, index) => client('POST', `127.0.1.${index + 101}`)),
  ];
  const stop = async () => {
    isStopped = true;
    await Promise.all(clients);
  };
  return { records, serverErrors: answers, stop };
};

export const isSuccess = ({ outcome }: Record) => outcome === 200 || outcome === 201;
