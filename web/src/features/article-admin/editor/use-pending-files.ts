import type { FormInstance } from 'antd';
import { useState } from 'react';
import type { Upload } from '../../../kit/form/use-uploads.ts';
import type { Values } from '../articles.tsx';

type FieldName = 'body' | 'attachments';

const wordsOf = ({ name, problem }: Upload) =>
  problem === undefined
    ? `${name} 正在上传，请等上传完成后再保存`
    : `${name} 没有上传成功，请重新添加，或点“知道了”放弃它后再保存`;

/** Uploads that are not on the server yet. Saving without them would lose them silently. */
export const usePendingFiles = (form: FormInstance<Values>) => {
  const [pending, setPending] = useState<Record<FieldName, readonly Upload[]>>({ body: [], attachments: [] });
  const noteFor = (name: FieldName) => (uploads: readonly Upload[]) => {
    if (uploads.length === 0 && pending[name].length > 0) form.setFields([{ name, errors: [] }]);
    setPending((all) => ({ ...all, [name]: uploads }));
  };

  /** Shows at each field which upload it waits for, and returns whether there are any. */
  const refuse = (): boolean => {
    const waiting = (['body', 'attachments'] as const).filter((name) => pending[name].length > 0);
    form.setFields(waiting.map((name) => ({ name, errors: [wordsOf(pending[name][0]!)] })));
    if (waiting[0]) form.scrollToField(waiting[0]);
    return waiting.length > 0;
  };

  return {
    hasPending: pending.body.length + pending.attachments.length > 0,
    noteBody: noteFor('body'),
    noteAttachments: noteFor('attachments'),
    refuse,
  };
};
