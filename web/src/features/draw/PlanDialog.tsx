import { useQuery } from '@tanstack/react-query';
import { cycleApi } from '@zhiping/shared/contracts/cycle.ts';
import { drawApi } from '@zhiping/shared/contracts/draw.ts';
import { ringWords } from '@zhiping/shared/rules/assignment/subject-distance.ts';
import {
  type DrawPlan,
  MAX_LEAST_LOAD,
  MAX_LEAST_MATCH,
  MAX_NOISE,
  MAX_RESERVES,
  similarities,
  standardPlan,
} from '@zhiping/shared/rules/draw/plan.ts';
import { type DrawMode, drawModes } from '@zhiping/shared/rules/draw/states.ts';
import { Alert, Checkbox, Form, Radio, Select } from 'antd';
import { useNavigate } from 'react-router';
import { NumberInput } from '../../kit/form/NumberInput.tsx';
import { useSubmit } from '../../kit/form/use-submit.ts';
import { Dialog } from '../../kit/layout/Dialog.tsx';
import { call } from '../../lib/api.ts';
import { reading, refresh } from '../../lib/query-client.ts';

type Values = DrawPlan & { cycleId: number };

/** Explanation of each mode for the office. */
const modeHints: Record<DrawMode, string> = {
  drawOptimise:
    '每一对的匹配分加上随机分，再求总分最高的分配：既看学科匹配，又不能预知结果。一般用这种方式。',
  optimise: '只求总分最高的分配，分数相同时由随机数决定。',
  draw: '在学科最近、人数足够的范围内随机抽取，每人机会均等，不看匹配分的高低。',
};

/** Experts outside the subject category are never drawn. */
const ringOptions = ringWords.slice(0, 3).map((label, value) => ({ value, label }));

/** Plans a draw, before any side commits to a number. */
export default function PlanDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const navigate = useNavigate();
  const { data } = useQuery(reading(cycleApi.list, { query: { size: 100, state: 'reviewing' } }));
  const cycles = data?.content;
  const mode = Form.useWatch('mode', form) ?? standardPlan.mode;
  const isWitnessed = Form.useWatch('isWitnessed', form) ?? true;
  const { submit, isSending, problem } = useSubmit<Values>(form, async ({ cycleId, ...plan }) => {
    const { id } = await call(drawApi.create, { body: { cycleId, plan }, quiet: true });
    await refresh(drawApi.list);
    onClose();
    void navigate(`/review/draw?id=${id}`);
  });
  return (
    <Dialog
      open
      width={640}
      title="发起抽取"
      problem={problem}
      okText="发起抽取"
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        className="draw-plan"
        form={form}
        name="draw-plan"
        layout="vertical"
        initialValues={standardPlan}
        onFinish={submit}
      >
        <Form.Item
          className="is-wide"
          name="cycleId"
          label="批次"
          rules={[{ required: true, message: '请选择批次' }]}
        >
          <Select
            placeholder={cycles?.length === 0 ? '没有进入评审的批次' : '选择进入评审的批次'}
            options={(cycles ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
        <Form.Item className="is-wide" name="mode" label="抽取方式" extra={modeHints[mode]}>
          <Radio.Group
            options={Object.entries(drawModes).map(([value, label]) => ({ value, label }))}
            optionType="button"
          />
        </Form.Item>
        <Form.Item
          name="similarity"
          label="学科距离"
          hidden={mode === 'draw'}
          extra="按专家库分布：专家少的学科分得细"
        >
          <Radio.Group
            options={Object.entries(similarities).map(([value, label]) => ({ value, label }))}
            optionType="button"
          />
        </Form.Item>
        <Form.Item name="widestRing" label="学科范围" extra="范围之外的专家不参加抽取">
          <Radio.Group options={ringOptions} optionType="button" />
        </Form.Item>
        <Form.Item
          name="noise"
          label="随机幅度（分）"
          hidden={mode !== 'drawOptimise'}
          extra="越大越难预知，超过 40 匹配明显变差"
        >
          <NumberInput min={0} max={MAX_NOISE} />
        </Form.Item>
        <Form.Item name="reserves" label="每份材料的候补专家（人）" hidden={mode !== 'draw'}>
          <NumberInput min={0} max={MAX_RESERVES} />
        </Form.Item>
        <Form.Item name="leastMatch" label="最低匹配（分）" extra="更低的专家不参加，可能空缺；0 为不限">
          <NumberInput min={0} max={MAX_LEAST_MATCH} />
        </Form.Item>
        <Form.Item
          name="leastLoad"
          label="每人最少份数"
          hidden={mode === 'draw'}
          extra="尽量达到；0 为不要求"
        >
          <NumberInput min={0} max={MAX_LEAST_LOAD} />
        </Form.Item>
        <Form.Item className="is-wide" name="isWorstRaised" valuePropName="checked" hidden={mode === 'draw'}>
          <Checkbox>先保匹配最低的材料，在不增加空缺的前提下提高每一处的匹配</Checkbox>
        </Form.Item>
        <Form.Item className="is-wide" name="isWitnessed" label="监督">
          <Radio.Group
            options={[
              { value: true, label: '监督员见证' },
              { value: false, label: '没有监督员参加' },
            ]}
          />
        </Form.Item>
        {!isWitnessed && (
          <Alert
            className="is-wide"
            type="warning"
            showIcon
            title="须本批次规则允许。没有监督员的随机数，不能证明结果不是挑选出来的；抽取记录和每次打印都会写明这一点。"
          />
        )}
      </Form>
    </Dialog>
  );
}
