import { text } from '@zhiping/shared/schemas.ts';
import { z } from 'zod';

/** What a recusal says; the call itself takes other steps too, which need no reason. */
export const recusalSchema = z.object({ reason: text('回避原因', 300) });
