import { type ArticleDetail, ArticleWrite } from '@zhiping/shared/contracts/article.ts';
import { Alert, Button, Form, Input, Radio } from 'antd';
import { useConfirmDiscard } from '../../../kit/hooks/use-confirm-discard.ts';
import { useClearParams } from '../../../kit/hooks/use-clear-params.ts';
import { lazy, Suspense, useId, useState } from 'react';
import '../../../kit/form/edit-form.css';
import { Field } from '../../../kit/form/Field.tsx';
import { FieldsLoading } from '../../../kit/form/FieldsLoading.tsx';
import { SaveBlockers, useSaveBlockers } from '../../../kit/form/save-blockers.ts';
import { FormProblem } from '../../../kit/display/FormProblem.tsx';
import { PageHead } from '../../../kit/layout/PageHead.tsx';
import { notify } from '../../../lib/notify.ts';
import { useTabDirty } from '../../../lib/tab-context.ts';
import { types, type Values } from '../articles.tsx';
import { AttachmentsInput } from './AttachmentsInput.tsx';
import { AudienceSelect } from './AudienceSelect.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { MomentInput } from '../../../kit/form/MomentInput.tsx';
import { PreviewButton } from './PreviewButton.tsx';
import { PublishField } from './PublishField.tsx';
import { usePendingFiles } from './use-pending-files.ts';
import { useLocalDraft } from './use-local-draft.ts';
import { useSaveArticle } from './use-save-article.ts';

const RichTextEditor = lazy(() => import('../rich-text/RichTextEditor.tsx'));

type Props = { article: ArticleDetail | undefined; start: Values; isRestored: boolean };

export const ArticleForm = ({ article, start, isRestored }: Props) => {
  const askToGiveUp = useConfirmDiscard();
  const [form] = Form.useForm<Values>();
  const formName = useId();
  const [isDirty, setDirty] = useState(isRestored);
  const isManual = Form.useWatch('type', form) === 'expertManual';
  const leave = useClearParams('edit', 'from');
  const draft = useLocalDraft<Values>(`article-${article?.id ?? 'new'}`);
  const files = usePendingFiles(form);
  const { isWaiting, count } = useSaveBlockers();
  const isUnsaved = isDirty || files.hasPending;
  useTabDirty(isUnsaved);

  const { submit, isSending, problem, conflict } = useSaveArticle(form, article, () => {
    setDirty(false);
    draft.discard();
    notify.success('公告已保存');
    leave();
  });

  const askAndLeave = async () => {
    if (isUnsaved && !(await askToGiveUp())) return;
    if (isDirty) draft.discard();
    leave();
  };

  const restoreDraft = () => {
    form.setFieldsValue(draft.found!.value);
    setDirty(true);
    draft.restore(draft.found!.value);
  };

  return (
    <section className="panel">
      <PageHead title={article ? '编辑公告' : '新增公告'}>
        <Button onClick={() => void askAndLeave()}>返回列表</Button>
        <PreviewButton form={form} />
      </PageHead>
      <Form
        className="article-form"
        form={form}
        name={formName}
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        initialValues={start}
        onFinish={(values) => {
          if (!files.refuse()) void submit(values);
        }}
        onValuesChange={(_, values) => {
          setDirty(true);
          draft.keep(values);
        }}
      >
        {isRestored && (
          <Alert
            className="form-problem"
            type="info"
            showIcon
            title="已填入历史版本的标题和正文，保存后生效"
          />
        )}
        {draft.found && (
          <DraftNotice
            changedAt={draft.found.changedAt}
            onRestore={restoreDraft}
            onDiscard={draft.discardFound}
          />
        )}
        <Field schema={ArticleWrite} name="title" label="标题">
          <Input maxLength={100} />
        </Field>
        <div className="article-settings">
          <Field schema={ArticleWrite} name="type" label="类型">
            <Radio.Group options={[...types]} />
          </Field>
          {!isManual && (
            <Field schema={ArticleWrite} name="roles" label="可见范围" extra="不选则所有用户都能看到">
              <AudienceSelect />
            </Field>
          )}
          <Field schema={ArticleWrite} name="publishedAt" label="发布" validateTrigger="onBlur">
            <PublishField />
          </Field>
          <Field
            schema={ArticleWrite}
            name="endsAt"
            label="结束时间"
            validateTrigger="onBlur"
            extra="到期后不再显示，可以不填"
          >
            <MomentInput label="结束时间" />
          </Field>
        </div>
        <SaveBlockers value={count}>
          <Suspense fallback={<FieldsLoading rows={6} />}>
            <Field schema={ArticleWrite} name="body" label="正文">
              <RichTextEditor onUploads={files.noteBody} />
            </Field>
          </Suspense>
        </SaveBlockers>
        <Field schema={ArticleWrite} name="attachments" label="附件">
          <AttachmentsInput onUploads={files.noteAttachments} />
        </Field>
      </Form>
      <footer className="form-footer">
        {conflict ? <ConflictNotice {...conflict} /> : <FormProblem text={problem} />}
        <div className="edit-footer">
          <Button type="primary" disabled={isWaiting} loading={isSending} onClick={form.submit}>
            保存
          </Button>
        </div>
      </footer>
    </section>
  );
};
