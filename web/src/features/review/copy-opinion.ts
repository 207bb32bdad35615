import type { FilledForm } from '@zhiping/shared/rules/opinion/opinion.ts';
import { copyText } from '../../lib/copy-text.ts';
import { notify } from '../../lib/notify.ts';

export const copyOpinion = async ({ texts }: FilledForm): Promise<void> => {
  if (await copyText(Object.values(texts).join('\n\n'))) notify.success('意见文字已复制');
  else notify.warning('浏览器不允许复制，请选中文字后复制');
};
