import { articleApi, type ArticleDetail } from '@zhiping/shared/contracts/article.ts';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { changedFields, mergeEdits } from '../../../kit/form/merge-edits.ts';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { refresh } from '../../../lib/query-client.ts';
import { type Values, valuesOf } from '../articles.tsx';

const store = (values: Values, base: ArticleDetail | undefined) =>
  base
    ? call(articleApi.update, { body: { ...values, id: base.id, version: base.version }, quiet: true })
    : call(articleApi.create, { body: values, quiet: true });

const labels: Record<string, string> = {
  title: '标题',
  type: '类型',
  roles: '可见范围',
  publishedAt: '发布时间',
  endsAt: '结束时间',
  body: '正文',
  attachments: '附件',
};

/** Saves with the version that was read. If another user saved first, both texts stay until the user chooses one. */
export const useSaveArticle = (
  form: FormInstance<Values>,
  article: ArticleDetail | undefined,
  onSaved: () => void,
) => {
  const [base, setBase] = useState(article);
  const [conflict, setConflict] = useState<{ message: string; latest: ArticleDetail }>();

  const save = async (values: Values) => {
    try {
      await store(values, base);
    } catch (error) {
      if (!base || !(error instanceof ApiError) || error.code !== 'edit.conflict') throw error;
      const latest = await call(articleApi.detail, { params: { id: base.id }, quiet: true });
      setConflict({ message: error.message, latest });
      return;
    }
    await refresh(
      articleApi.manage,
      articleApi.detail,
      articleApi.versions,
      articleApi.list,
      articleApi.read,
    );
    onSaved();
  };

  const goOn = (values: Values) => {
    form.setFieldsValue(values);
    setBase(conflict?.latest);
    setConflict(undefined);
  };

  return {
    ...useSubmit(form, save),
    conflict: conflict && {
      message: conflict.message,
      changed: changedFields(valuesOf(base), valuesOf(conflict.latest)).map((name) => labels[name] ?? name),
      takeLatest: () => goOn(valuesOf(conflict.latest)),
      keepMine: () =>
        goOn(mergeEdits(valuesOf(base), form.getFieldsValue(), valuesOf(conflict.latest)) as Values),
    },
  };
};
