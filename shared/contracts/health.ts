import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const healthApi = {
  live: endpoint('GET', '/health/live', {
    summary: '存活探针',
    access: 'public',
    result: z.object({ status: z.literal('ok') }),
  }),
  /**
   * 503 while the database cannot be reached, the disk is full or the server is shutting down, with which of them.
   * `degraded`: every call works, but open pages and background work hear of changes with a delay.
   */
  ready: endpoint('GET', '/health/ready', {
    summary: '就绪探针',
    access: 'public',
    result: z.object({ status: z.enum(['ok', 'degraded']), version: z.string() }),
  }),
};
