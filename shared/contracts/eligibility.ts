import { z } from 'zod';
import { endpoint, Ids } from '../endpoint.ts';
import { eligibilityVerdicts } from '../rules/project/eligibility.ts';
import { id, optionalText, text } from '../schemas.ts';
import { readVersion, returnBody } from './project.ts';
import { BulkReport } from './user.ts';

const params = z.object({ id });
const access = 'project:decide';
const Verdict = z.enum(Object.keys(eligibilityVerdicts) as [keyof typeof eligibilityVerdicts], {
  error: '请选择审查结论',
});

/** The check of eligibility, by the office that runs the cycle. */
export const eligibilityApi = {
  /** Where two people are needed to accept it, a request for the second one. */
  decide: endpoint('POST', '/api/project/:id/eligibility', {
    summary: '判定申报资格',
    access,
    params,
    body: z.object({
      version: readVersion,
      verdict: Verdict,
      opinion: text('审查意见', 500),
      items: z
        .array(
          z.object({
            code: z.string({ error: '缺少审查项目' }).max(20, '审查项目不正确'),
            isMet: z.boolean({ error: '请判定每一个审查项目' }),
            remark: optionalText('审查说明', 300),
          }),
        )
        .max(50, '审查项目最多 50 个'),
    }),
    /** The request to a second person; null where the verdict stands at once. */
    result: z.object({ confirmationId: z.number().nullable() }),
  }),
  /** Take back a decision until the review begins. */
  undo: endpoint('POST', '/api/project/:id/eligibility/undo', {
    summary: '重新审查',
    access,
    status: 204,
    params,
    body: z.object({ version: readVersion, reason: text('原因', 500) }),
  }),
  /** Requested once and completely; lapses if not answered in time. */
  supplement: endpoint('POST', '/api/project/:id/supplement', {
    summary: '要求一次性补正',
    access,
    status: 204,
    params,
    body: returnBody,
  }),
  /** Accepts projects that break no rule; the others are reported. */
  acceptClear: endpoint('POST', '/api/project/eligibility', {
    summary: '批量判定资格合格',
    access,
    body: z.object({ ids: Ids, opinion: text('审查意见', 500) }),
    result: BulkReport,
  }),
};
