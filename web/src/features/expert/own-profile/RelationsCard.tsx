import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import {
  type OwnRelation,
  ownRelationApi as api,
  ownRelationKinds,
} from '@zhiping/shared/contracts/own-relation.ts';
import { Button, Form, Input, Radio } from 'antd';
import { useRef, useState } from 'react';
import { Failed, Loading } from '../../../kit/display/states.tsx';
import { Field } from '../../../kit/form/Field.tsx';
import { useSubmit } from '../../../kit/form/use-submit.ts';
import { useConfirm } from '../../../kit/hooks/use-confirm.ts';
import { Dialog } from '../../../kit/layout/Dialog.tsx';
import { ActionButton } from '../../../kit/list/actions/ActionButton.tsx';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { reading, refresh } from '../../../lib/query-client.ts';

type Values = Pick<OwnRelation, 'kind' | 'name' | 'reason'> & { unit?: string };

const options = Object.entries(ownRelationKinds).map(([value, label]) => ({ value, label }));
const wordsOf = ({ name, unit }: OwnRelation) => [name, unit].filter(Boolean).join('，');

const RelationDialog = ({ onClose }: { onClose: () => void }) => {
  const [form] = Form.useForm<Values>();
  const { submit, isSending, problem } = useSubmit<Values>(form, async (body) => {
    await call(api.declare, { body, quiet: true });
    notify.success('利害关系已申明，抽取时会避开');
    await refresh(api.list);
    onClose();
  });
  return (
    <Dialog
      open
      title="申明利害关系"
      problem={problem}
      okText="申明"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>
        请填写对方的姓名和单位，两者都相符时一定不会把其材料分给您；只填姓名的由评审办核对。评审期间申明的，由评审办决定如何处理，评审结束前不能删除。
      </p>
      <Form
        form={form}
        name="own-relation"
        layout="vertical"
        scrollToFirstError={{ focus: true }}
        onFinish={submit}
        onFinishFailed={({ errorFields: [first] }) => {
          // Radio buttons take the focus one by one, never as a group.
          if (first?.name[0] === 'kind')
            (form.getFieldInstance('kind') as HTMLElement).querySelector('input')?.focus();
        }}
      >
        <Field schema={api.declare.body} name="kind" label="关系" emptyMessage="请选择关系">
          <Radio.Group options={options} />
        </Field>
        <Field schema={api.declare.body} name="name" label="对方姓名">
          <Input />
        </Field>
        <Field schema={api.declare.body} name="unit" label="对方单位">
          <Input placeholder="学校全称，如 天津大学" />
        </Field>
        <Field schema={api.declare.body} name="reason" label="说明">
          <Input.TextArea autoSize={{ minRows: 2 }} placeholder="如 2019 至 2023 年为其博士生导师" />
        </Field>
      </Form>
    </Dialog>
  );
};

const Lines = ({
  relations,
  onRemoved,
}: {
  relations: readonly OwnRelation[];
  onRemoved: () => Element | null;
}) => {
  const confirm = useConfirm();
  const remove = (relation: OwnRelation) =>
    confirm({
      title: `删除${ownRelationKinds[relation.kind]}「${wordsOf(relation)}」`,
      consequence: '删除后可能会把对方的材料分给您。',
      verb: '删除',
      act: async () => {
        await call(api.remove, { body: [relation.id] });
        notify.success('利害关系已删除');
        await refresh(api.list);
      },
      next: () => onRemoved() as HTMLElement | null,
    });
  return (
    <ul className="relation-lines">
      {relations.map((relation) => (
        <li key={relation.id}>
          <span>
            <strong>{wordsOf(relation)}</strong> {ownRelationKinds[relation.kind]}
            <span className="subject-hint">
              {relation.reason}
              <span className="relation-day">（{relation.createTime.slice(0, 10)} 申明）</span>
            </span>
          </span>
          <ActionButton
            type="text"
            isDanger
            label="删除"
            aria-label={`删除利害关系：${wordsOf(relation)}`}
            reason={reasonOf(relation.can.remove)}
            run={() => remove(relation)}
          />
        </li>
      ))}
    </ul>
  );
};

const HINT =
  '与您有师生、亲属或其他利害关系、可能影响公正评审的人，请申明在此，今后不会把其材料分给您；已经分给您的由评审办决定。' +
  '只有评审办可以看到；同一单位和合作成果系统会自动识别，不必填写。';

/** Relations that an expert declares for recusal. They take effect at once and are visible to the office only. */
export const RelationsCard = () => {
  const part = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(reading(api.list));
  return (
    <section ref={part} className="panel group-card" aria-labelledby="group-relations">
      <div className="group-head">
        <h2 id="group-relations">利害关系</h2>
      </div>
      <p className="subject-hint">{HINT}</p>
      {error && <Failed what="利害关系" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading rows={1} />}
      {data?.length === 0 && <p>没有申明</p>}
      {data && data.length > 0 && (
        <Lines
          relations={data}
          onRemoved={() => part.current?.querySelector('.group-buttons button') ?? null}
        />
      )}
      <div className="group-buttons">
        <Button icon={<PlusOutlined />} onClick={() => setOpen(true)}>
          申明利害关系
        </Button>
      </div>
      {isOpen && <RelationDialog onClose={() => setOpen(false)} />}
    </section>
  );
};
