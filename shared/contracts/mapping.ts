import { z } from 'zod';
import { Created, endpoint } from '../endpoint.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { dateTime, id, text } from '../schemas.ts';

/** How long the mapping can be read once a second person has confirmed. */
export const MAPPING_HOURS = 2;

const access = 'review:list';

/** Who has which blind project: named to the office only where a second person confirms. */
export const mappingApi = {
  read: endpoint('GET', '/api/mapping', {
    summary: '专家与材料的对应是否须经复核才能查看',
    access,
    query: z.object({ cycleId: id }),
    result: z.object({
      /** Whether the cycle covers names at this moment. */
      isCovered: z.boolean(),
      /** Until when the reader sees them nevertheless. */
      validUntil: dateTime.nullable(),
      can: abilities(['ask']),
    }),
  }),
  ask: endpoint('POST', '/api/mapping', {
    summary: '申请查看专家与材料的对应，由另一人复核',
    access,
    status: 201,
    body: z.object({ cycleId: id, reason: text('申请原因', 300) }),
    result: Created,
  }),
};
