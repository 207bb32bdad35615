import type { NoticeKind } from '../../lib/notify.ts';

export const kinds: Record<NoticeKind, string> = {
  success: '成功',
  info: '提示',
  warning: '注意',
  error: '错误',
};
