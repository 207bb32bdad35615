import { CycleForm } from '@zhiping/shared/contracts/cycle.ts';
import { Form } from 'antd';
import { ruleOf } from '../../../kit/form/Field.tsx';
import type { FieldsProps } from './fields-props.ts';
import { ReviewFormEditor } from '../review-form/ReviewFormEditor.tsx';

export default function FormFields({ cycle }: FieldsProps) {
  return (
    <Form.Item name="form" noStyle validateTrigger={[]} rules={[ruleOf(CycleForm.shape.form)]}>
      <ReviewFormEditor isBlind={cycle.blind} />
    </Form.Item>
  );
}
