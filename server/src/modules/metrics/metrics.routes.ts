import { createHash, timingSafeEqual } from 'node:crypto';
import { metricsApi as api } from '@zhiping/shared/contracts/metrics.ts';
import type { Deps } from '../../deps.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { on } from '../../platform/http/http.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

export const metricsRoutes = ({ config, metrics }: Deps) => [
  on(api.read, async ({ caller }) => {
    const { METRICS_TOKEN: token } = config;
    if (!metrics || !token) throw notFound('指标');
    if (!timingSafeEqual(digest(caller.authorization ?? ''), digest(`Bearer ${token}`)))
      throw new AppError(401, 'metrics.token', '指标令牌不正确');
    return { type: metrics.type, bytes: Buffer.from(await metrics.read()) };
  }),
];
