import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { type Cycle, cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { Alert, Button, ConfigProvider, Form, Input } from 'antd';
import { Suspense, useId, useRef, useState } from 'react';
import '../../kit/form/edit-form.css';
import { EditFooter } from '../../kit/form/EditFooter.tsx';
import { Field } from '../../kit/form/Field.tsx';
import { FieldsLoading } from '../../kit/form/FieldsLoading.tsx';
import { SaveBlockers, useSaveBlockers } from '../../kit/form/save-blockers.ts';
import { useSaveKey } from '../../kit/form/use-save-key.ts';
import { useSave } from '../../kit/form/use-save.ts';
import { call } from '../../lib/api.ts';
import { type Draft, stepForms, type StepName } from './steps/step-forms.tsx';

/** Read-only values keep the normal text colour. */
const readOnlyTheme = { token: { colorTextDisabled: 'var(--text)' } };

type Values = Record<string, unknown>;
type Props = {
  step: StepName;
  cycle: Cycle;
  /** Unsaved input of an earlier visit to this step. */
  draft: Draft | undefined;
  onKeep: (draft: Draft | undefined) => void;
  onLatest: (latest: Cycle) => void;
  onSaved: (saved: { goesOn: boolean; isOnlyAsked: boolean }) => Promise<void>;
};

/** Whether a change waits for a second person. */
const isAsked = (answer: unknown): boolean =>
  typeof (answer as { confirmationId?: unknown } | undefined)?.confirmationId === 'number';

/** Why this step cannot be changed now; undefined if it can. Users without the permission only read it. */
const stepReasonOf = ({ can }: Cycle, step: StepName): string | undefined => {
  const ability = step === 'form' ? can.editForm : can.edit;
  if (ability === undefined) return '您可以查看，不能修改';
  return reasonOf(ability);
};

/** The form of one step, saved on its own. */
export const StepForm = ({ step, cycle, draft, onKeep, onLatest, onSaved }: Props) => {
  const { label, api, hint, valuesOf, changeInWords, merge, Fields } = stepForms[step];
  const [form] = Form.useForm<Values>();
  const formName = useId();
  const [start] = useState(() => draft?.values ?? valuesOf(cycle));
  const { isWaiting, count } = useSaveBlockers();
  const reason = stepReasonOf(cycle, step);
  const isPublished = cycle.state !== 'draft';
  const goesOn = useRef(false);

  const { submit, isSending, problem, conflict, base } = useSave<Cycle>(form, {
    noun: label,
    editor: {
      api: { create: cycleApi.create, update: api },
      allow: { update: 'cycle:edit' },
      valuesOf: (one) => (one ? valuesOf(one) : {}),
      fields: () => null,
      refreshes: [cycleApi.list],
    },
    // Input is merged over the cycle as it was when the typing began, whatever was saved in other steps since.
    row: draft?.base ?? cycle,
    idOf: ({ id }) => id,
    findLatest: async ({ id }) => {
      const latest = await call(cycleApi.detail, { params: { id }, quiet: true });
      onLatest(latest);
      return latest;
    },
    changeInWords,
    merge,
    onResolved: (latest, values) => onKeep(values && { values, base: latest }),
    savedWords: (answer) => (isAsked(answer) ? '已提请复核，另一人同意后生效' : undefined),
    onSaved: (_id, answer) => {
      form.resetFields(['reason']);
      void onSaved({ goesOn: goesOn.current, isOnlyAsked: isAsked(answer) });
    },
  });

  const save = (thenNext: boolean) => {
    if (isWaiting || reason !== undefined) return;
    goesOn.current = thenNext;
    form.submit();
  };
  useSaveKey(() => save(false));

  return (
    <section className="step-form" aria-labelledby={`${formName}-title`}>
      <h2 id={`${formName}-title`} tabIndex={-1}>
        {label}
      </h2>
      {hint && <p className="soft">{hint}</p>}
      {reason !== undefined && <Alert className="cycle-notice" type="info" showIcon title={reason} />}
      <ConfigProvider {...(reason !== undefined && { theme: readOnlyTheme })}>
        <Form
          form={form}
          name={formName}
          layout="vertical"
          disabled={reason !== undefined}
          scrollToFirstError={{ focus: true }}
          initialValues={start}
          onFinish={submit}
          // The form does not report fields that are still loading; they keep their values.
          onValuesChange={(_, values) => onKeep({ values: { ...start, ...values }, base: base ?? cycle })}
        >
          <SaveBlockers value={count}>
            <Suspense fallback={<FieldsLoading />}>
              <div className="edit-fields">
                <Fields cycle={cycle} isReadOnly={reason !== undefined} />
              </div>
            </Suspense>
          </SaveBlockers>
          {isPublished && reason === undefined && (
            <Field
              schema={api.body}
              name="reason"
              label="修改原因"
              required
              extra="批次已发布，修改记入历史；改动规则、材料要求、评审表、承诺书、评审方式或任职年限截止日，推迟申报开始或取消一级审核的，由他人复核同意后生效"
            >
              <Input maxLength={200} autoComplete="off" />
            </Field>
          )}
          {/* Lets Enter in a field submit the form. */}
          <button type="submit" hidden disabled={isWaiting}>
            保存
          </button>
        </Form>
      </ConfigProvider>
      {reason === undefined && (
        <footer className="form-footer">
          <EditFooter problem={problem} conflict={conflict}>
            <Button
              type={isPublished ? 'primary' : 'default'}
              disabled={isWaiting}
              loading={isSending}
              onClick={() => save(false)}
            >
              保存{label}
            </Button>
            {/* A new cycle is set up step after step; a published one is changed in one place, with a reason. */}
            {!isPublished && (
              <Button type="primary" disabled={isWaiting} loading={isSending} onClick={() => save(true)}>
                保存并继续
              </Button>
            )}
          </EditFooter>
        </footer>
      )}
    </section>
  );
};
