import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { type Draw, drawApi } from '@zhiping/shared/contracts/draw.ts';
import { Button, Form, Input } from 'antd';
import { useAction } from '../../kit/hooks/use-action.ts';
import { Field } from '../../kit/form/Field.tsx';
import { FormProblem } from '../../kit/display/FormProblem.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { usePermission } from '../../lib/permission.ts';
import { refresh } from '../../lib/query-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { hashOf, keepSecret, keptSecret, newSecret } from './own-secret.ts';

type Side = 'office' | 'supervisor';
const names: Record<Side, string> = { office: '评审办', supervisor: '监督员' };

const reload = () => refresh(drawApi.read, drawApi.list);

/** Generates a secret number, keeps it in this browser, and commits to its hash. */
const Commit = ({ draw, reason }: { draw: Draw; reason: string | undefined }) => {
  const commit = useAction(async () => {
    const secret = keptSecret(draw.id) ?? newSecret();
    const isKept = keepSecret(draw.id, secret);
    saveFile(
      new Blob([`${draw.cycleName} 第 ${draw.no} 次抽取\n随机数：${secret}\n公开之前请勿让他人看到。\n`]),
      `抽取随机数-${draw.no}.txt`,
    );
    await call(drawApi.commit, { params: { id: draw.id }, body: { commit: await hashOf(secret) } });
    notify.success(
      isKept
        ? '承诺值已提交。随机数保存在这个浏览器中，并已下载一份，请妥善保管到公开时'
        : '承诺值已提交。请保管好下载的随机数文件，公开时需要输入',
    );
    await reload();
  });
  return (
    <>
      <p className="draw-about">
        在这台电脑上生成一个只有您知道的随机数，先提交它的摘要（承诺值）。名册冻结后再公开随机数，任何人都不能事后更换。
      </p>
      <Button
        type="primary"
        disabled={reason !== undefined}
        title={reason}
        loading={commit.isPending}
        onClick={() => void commit.run()}
      >
        生成随机数并提交承诺值
      </Button>
    </>
  );
};

/** Opens the committed number. */
const Open = ({ draw }: { draw: Draw }) => {
  const [form] = Form.useForm<{ secret: string }>();
  const { submit, isSending, problem } = useSubmit<{ secret: string }>(form, async ({ secret }) => {
    await call(drawApi.open, { params: { id: draw.id }, body: { secret }, quiet: true });
    notify.success('随机数已公开');
    await reload();
  });
  return (
    <Form
      form={form}
      name="open-number"
      layout="vertical"
      initialValues={{ secret: keptSecret(draw.id) ?? '' }}
      onFinish={submit}
    >
      <Field
        schema={drawApi.open.body}
        name="secret"
        label="随机数"
        extra="在提交承诺值的浏览器中会自动填好；换了电脑请从下载的文件中复制"
      >
        <Input.Password autoComplete="off" />
      </Field>
      {problem && <FormProblem text={problem} />}
      <Button type="primary" htmlType="submit" loading={isSending}>
        公开随机数
      </Button>
    </Form>
  );
};

/** One side of a draw: its commitment, its opened number, and for members of the side their next action. */
export const SidePanel = ({ draw, side }: { draw: Draw; side: Side }) => {
  const isOffice = usePermission(['assignment:draw']);
  const isOwn = (side === 'office') === isOffice;
  const { commit, by, secret } = draw[side];
  const { can } = draw;
  return (
    <section className="draw-side">
      <h2>{names[side]}</h2>
      <dl>
        <dt>承诺值</dt>
        <dd>{commit ? <code className="draw-hash">{commit}</code> : '尚未提交'}</dd>
        {by && (
          <>
            <dt>提交人</dt>
            <dd>{by}</dd>
          </>
        )}
        <dt>随机数</dt>
        <dd>{secret ? <code className="draw-hash">{secret}</code> : '尚未公开'}</dd>
      </dl>
      {isOwn && draw.state === 'planned' && commit === null && can.commit !== undefined && (
        <Commit draw={draw} reason={reasonOf(can.commit)} />
      )}
      {isOwn && draw.state === 'frozen' && secret === null && can.open === true && <Open draw={draw} />}
    </section>
  );
};
