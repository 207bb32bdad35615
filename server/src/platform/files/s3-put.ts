import { createReadStream } from 'node:fs';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { AwsClient } from 'aws4fetch';
import type { Received } from './file-store.ts';

export const TIMEOUT_MS = 20 * 60_000;
const RETRY_MS = 50;

/** Trouble of the service that may be over a moment later. */
const mayPass = ({ status }: Response) => status >= 500 || status === 429;

/**
 * PUT a file as fast as the service takes it. Not by `fetch`, which reads a body ahead of the service, be it a stream or a
 * Blob, and so holds the whole file in memory.
 */
export const putFile = async (client: AwsClient, url: string, file: Received): Promise<Response> => {
  for (let tries = 0; ; tries += 1) {
    const response = await sendFile(client, url, file);
    if (!mayPass(response) || tries === client.retries) return response;
    await pause(RETRY_MS * 2 ** tries);
  }
};

const sendFile = async (client: AwsClient, address: string, { path, bytes, sha256 }: Received) => {
  const signed = await client.sign(address, {
    method: 'PUT',
    // The service compares the content with its hash.
    headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
  });
  const url = new URL(signed.url);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = (url.protocol === 'https:' ? overHttps : overHttp)(url, {
      method: 'PUT',
      headers: { ...Object.fromEntries(signed.headers), 'content-length': bytes },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    sending.once('response', resolve);
    sending.once('error', reject);
    // A service may answer before it has read all; then the answer counts.
    pipeline(createReadStream(path), sending).catch(reject);
  });
  return new Response(await text(answer), { status: answer.statusCode as number });
};
