import { z } from 'zod';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { type ConfirmedAct, confirmedActs } from '../rules/confirmation/acts.ts';
import {
  type ConfirmationEvent,
  confirmationMachine,
  type ConfirmationState,
  confirmationStates,
} from '../rules/confirmation/states.ts';
import { abilities } from '../rules/workflow/denial.ts';
import { dateTime, id, optionalText, text } from '../schemas.ts';

const Act = z.enum(Object.keys(confirmedActs) as [ConfirmedAct], { error: '没有这类事项' });
const State = z.enum(Object.keys(confirmationStates) as [ConfirmationState], { error: '没有这个状态' });

const Confirmation = z.object({
  id: z.number(),
  act: Act,
  /** What is asked for, in words. */
  summary: z.string(),
  reason: z.string(),
  state: State,
  /** The page where its object stands. */
  link: z.string(),
  cycleName: z.string().nullable(),
  /** Nickname and user name at the time. */
  askedBy: z.string(),
  askedAt: dateTime,
  lapsesAt: dateTime,
  answeredBy: z.string().nullable(),
  answeredAt: dateTime.nullable(),
  note: z.string().nullable(),
  can: abilities(Object.keys(confirmationMachine.events) as [ConfirmationEvent]),
});
export type Confirmation = z.output<typeof Confirmation>;

const access = 'confirmation:list';
const params = z.object({ id });

/** Acts that wait for a second person. They are asked for where they are done. */
export const confirmationApi = {
  list: endpoint('GET', '/api/confirmation', {
    summary: '双人复核事项',
    access,
    query: z.object({
      ...pageQuery,
      id: id.optional(),
      state: State.optional(),
      act: Act.optional(),
      cycleId: id.optional(),
    }),
    knownQuery: true,
    result: pageOf(Confirmation),
  }),
  confirm: endpoint('POST', '/api/confirmation/:id/confirm', {
    summary: '复核同意',
    access,
    status: 204,
    params,
    body: z.object({ note: optionalText('说明', 300) }),
  }),
  refuse: endpoint('POST', '/api/confirmation/:id/refuse', {
    summary: '复核不同意',
    access,
    status: 204,
    params,
    body: z.object({ reason: text('原因', 300) }),
  }),
  withdraw: endpoint('POST', '/api/confirmation/:id/withdraw', {
    summary: '撤回复核事项',
    access,
    status: 204,
    params,
  }),
};
