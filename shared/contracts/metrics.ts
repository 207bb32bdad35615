import { Bytes, endpoint } from '../endpoint.ts';

export const metricsApi = {
  /** No session: the scraper sends `METRICS_TOKEN` as a bearer token; without that setting there are no metrics. */
  read: endpoint('GET', '/metrics', {
    summary: 'Prometheus 指标',
    access: 'public',
    result: Bytes,
    types: ['text/plain'],
    failures: [401, 404],
  }),
};
