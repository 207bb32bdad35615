import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const Health = z.object({ status: z.literal('ok') });

export const healthApi = {
  live: endpoint('GET', '/health/live', { summary: '存活探针', access: 'public', result: Health }),
  /** 503 while the database cannot be reached, the disk is full or the server is shutting down, with which of them. */
  ready: endpoint('GET', '/health/ready', { summary: '就绪探针', access: 'public', result: Health }),
};
