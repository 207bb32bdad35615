import { endNames, type WindowEnd } from '@zhiping/shared/rules/cycle/edits.ts';
import { CycleSchedule as schema } from '@zhiping/shared/contracts/cycle.ts';
import { DayInput } from '../../../kit/form/DayInput.tsx';
import { Field } from '../../../kit/form/Field.tsx';
import { MomentInput } from '../../../kit/form/MomentInput.tsx';

/** What each end means, where its name does not say it. */
const hints: Record<WindowEnd, string> = {
  applyClosesAt: '到时停止提交，截止前开始的提交按规则宽限',
  collegeClosesAt: '申报人属于院系的，先由院系审核；不填则由学校直接审核',
  reportClosesAt: '学校审核、公示后报送',
  bodyClosesAt:
    '学校报送后先由主管部门审核，到时未审核的由评审办处理；不填则直接到评审办。由哪个单位审核在学校中设定',
  eligibilityClosesAt: '评审办的计划时间，过后仍可审查，看板上会标出',
  reviewClosesAt: '',
};
const ends = Object.keys(hints) as WindowEnd[];

export const ScheduleFields = () => (
  <>
    <Field
      schema={schema}
      name="applyOpensAt"
      label="申报开始"
      validateTrigger="onBlur"
      extra="到时自动开始申报"
    >
      <MomentInput label="申报开始" ofDay="00:00:00" />
    </Field>
    {ends.map((name) => (
      <Field
        key={name}
        schema={schema}
        name={name}
        label={endNames[name]}
        validateTrigger="onBlur"
        extra={hints[name]}
      >
        <MomentInput label={endNames[name]} ofDay="23:59:59" />
      </Field>
    ))}
    <Field
      schema={schema}
      name="cutoffDay"
      label="任职年限截止日"
      validateTrigger="onBlur"
      extra="任现职年限计算到这一天"
    >
      <DayInput />
    </Field>
  </>
);
