import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CycleMaterials } from '@zhiping/shared/contracts/cycle.ts';
import { materialRules } from '@zhiping/shared/rules/cycle/missing.ts';
import { substitutes } from '@zhiping/shared/rules/review-rule/no-needless-proofs.ts';
import { Button, Form, Input, Select } from 'antd';
import { ruleOf } from '../../../kit/form/Field.tsx';
import './rows.css';
import { RulesInput } from './RulesInput.tsx';
import type { FieldsProps } from './fields-props.ts';

const { name: proofName, note } = CycleMaterials.shape.proofs.element.shape;
const options = Object.entries(substitutes).map(([value, label]) => ({ value, label }));

const Proofs = () => (
  <Form.List name="proofs">
    {(rows, { add, remove }) => (
      <div className="step-rows">
        <h3>另须提交的证明</h3>
        <p className="soft">能由证书、承诺或数据共享代替的，不应要求申报人提交；填了代替方式的会作提示。</p>
        {rows.map(({ key, name }) => (
          <fieldset key={key} className="step-row step-row-proof">
            <legend className="visually-hidden">第 {name + 1} 项证明</legend>
            <Form.Item name={[name, 'name']} label="证明名称" rules={[ruleOf(proofName, '请输入证明名称')]}>
              <Input maxLength={50} />
            </Form.Item>
            <Form.Item name={[name, 'note']} label="说明" rules={[ruleOf(note)]}>
              <Input maxLength={200} />
            </Form.Item>
            <Form.Item name={[name, 'substitute']} label="可由什么代替">
              <Select allowClear placeholder="不能代替" options={options} />
            </Form.Item>
            <Button
              className="step-row-remove"
              icon={<DeleteOutlined />}
              aria-label={`移除第 ${name + 1} 项证明`}
              onClick={() => remove(name)}
            />
          </fieldset>
        ))}
        <Button icon={<PlusOutlined />} onClick={() => add({})}>
          添加证明
        </Button>
      </div>
    )}
  </Form.List>
);

export default function MaterialsFields({ isReadOnly }: FieldsProps) {
  return (
    <>
      <RulesInput only={materialRules} isReadOnly={isReadOnly} />
      <Proofs />
    </>
  );
}
