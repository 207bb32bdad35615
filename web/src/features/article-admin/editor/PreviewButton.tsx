import { useMutation } from '@tanstack/react-query';
import { articleApi } from '@zhiping/shared/contracts/article.ts';
import { Button, type FormInstance } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { RichText } from '../../../kit/display/RichText.tsx';
import { call } from '../../../lib/api.ts';
import type { Values } from '../articles.tsx';

/** Previews the article as readers will get it, with the body as the server sanitizes it. */
export const PreviewButton = ({ form }: { form: FormInstance<Values> }) => {
  const [isOpen, setOpen] = useState(false);
  const preview = useMutation({
    mutationFn: (body: string) => call(articleApi.preview, { body: { body } }),
    onSuccess: () => setOpen(true),
  });
  const show = async () => {
    // Problems are shown at the field.
    const isValid = await form.validateFields(['body']).then(
      () => true,
      () => false,
    );
    if (isValid) preview.mutate(form.getFieldValue('body') as string);
  };
  return (
    <>
      <Button loading={preview.isPending} onClick={() => void show()}>
        预览
      </Button>
      <Dialog title="预览" open={isOpen} width={760} footer={null} onCancel={() => setOpen(false)}>
        <h2 className="article-title">{form.getFieldValue('title') || '（无标题）'}</h2>
        <RichText html={preview.data?.body ?? ''} />
      </Dialog>
    </>
  );
};
