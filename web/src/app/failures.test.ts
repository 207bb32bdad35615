import { describe, expect, it } from 'vitest';
import { reactionTo } from './failures.ts';

describe('reactionTo', () => {
  it.each([
    [0, '网络请求超时', { kind: 'notify', text: '网络请求超时' }],
    [0, '接口请求失败', { kind: 'notify', text: '接口请求失败' }],
    [400, '名称已存在', { kind: 'notify', text: '名称已存在' }],
    [500, '系统繁忙', { kind: 'notify', text: '系统繁忙' }],
    [401, '登录状态已过期，请重新登录', { kind: 'expire' }],
    [403, '禁止访问，您没有权限访问此资源', { kind: 'forbid' }],
  ] as const)('%i %s', (status, message, reaction) => {
    expect(reactionTo({ status, message }, false)).toEqual(reaction);
  });

  it('leaves messages to a quiet caller, but not the end of the session', () => {
    expect(reactionTo({ status: 400, message: '名称已存在' }, true)).toEqual({ kind: 'none' });
    expect(reactionTo({ status: 401, message: '' }, true)).toEqual({ kind: 'expire' });
    expect(reactionTo({ status: 403, message: '' }, true)).toEqual({ kind: 'none' });
    expect(reactionTo({ status: 403, message: '', code: 'expert.unconfirmed' }, true)).toEqual({
      kind: 'reload',
    });
  });
});
