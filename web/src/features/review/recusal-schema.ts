import { text } from '@zhiping/shared/schemas.ts';
import { z } from 'zod';

/** Validates the reason of a recusal; the call itself also serves steps without a reason. */
export const recusalSchema = z.object({ reason: text('回避原因', 300) });
