import type { Denial } from '@zhiping/shared/rules/workflow/denial.ts';

export type FieldError = { field: string; message: string };

/**
 * The only error whose text a caller sees. `code` is for programs, `message` for people, in Chinese; any other error
 * becomes a 500 with the request id only.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: FieldError[] | undefined;
  /** Further members of the answer's body that this one code defines. */
  readonly details: Record<string, unknown> | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    fields?: FieldError[],
    details?: Record<string, unknown>,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.details = details;
  }
}

export const badRequest = (code: string, message: string, fields?: FieldError[]) =>
  new AppError(400, code, message, fields);
/** 400 for one field of a form. */
export const fieldError = (code: string, field: string, message: string) =>
  new AppError(400, code, message, [{ field, message }]);
export const notFound = (what: string) => new AppError(404, 'not_found', `${what}不存在`);
export const conflict = (code: string, message: string) => new AppError(409, code, message);
export const unauthorized = () => new AppError(401, 'auth.required', '登录状态已过期，请重新登录');
export const forbidden = () => new AppError(403, 'auth.forbidden', '禁止访问，您没有权限访问此资源');
/** A denial of a policy or a state machine: 403 if it is permanent for this account, otherwise 400. */
export const denied = ({ code, message }: Denial) =>
  new AppError(code === 'state.role' ? 403 : 400, code, message);
export const tooMany = (seconds: number) =>
  new AppError(429, 'rate_limited', `操作过于频繁，请于 ${Math.max(1, Math.ceil(seconds))} 秒后再试`);
/** 503: nothing is wrong with the call, and the same one may go well in a moment. */
export const unavailable = (message: string, code = 'service.unavailable') =>
  new AppError(503, code, message);
