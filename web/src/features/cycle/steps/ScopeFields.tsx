import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CycleTarget } from '@zhiping/shared/contracts/cycle.ts';
import { Button, Form } from 'antd';
import { ruleOf } from '../../../kit/form/Field.tsx';
import { NumberInput } from '../../../kit/form/NumberInput.tsx';
import { DictSelect } from '../../../pickers/DictSelect.tsx';
import type { FieldsProps } from './fields-props.ts';
import './rows.css';

const { titleSeries, titleLevel, quota } = CycleTarget.shape;
/** The level that an office usually adds after another. */
const following: Record<string, string> = { fullSenior: 'associateSenior', associateSenior: 'middle' };

type Target = { titleSeries?: string; titleLevel?: string };

/** One row for each title that applicants can apply for. A new row starts with the next level of the same series. */
export const ScopeFields = ({ cycle }: FieldsProps) => {
  const needsQuota = cycle.appointMode === 'together';
  const form = Form.useFormInstance<{ targets?: Target[] }>();
  const next = (): Target => {
    const last = form.getFieldValue('targets')?.at(-1) as Target | undefined;
    const level = following[last?.titleLevel ?? ''];
    return last && level ? { titleSeries: last.titleSeries, titleLevel: level } : {};
  };
  return (
    <Form.List name="targets">
      {(rows, { add, remove }) => (
        <div className="step-rows">
          {rows.length === 0 && <p className="soft">还没有系列和层级，请添加。</p>}
          {rows.map(({ key, name }) => (
            <fieldset key={key} className="step-row step-row-target">
              <legend className="visually-hidden">第 {name + 1} 项</legend>
              <Form.Item
                name={[name, 'titleSeries']}
                label="职称系列"
                rules={[ruleOf(titleSeries, '请选择职称系列')]}
              >
                <DictSelect dict="title_series" />
              </Form.Item>
              <Form.Item
                name={[name, 'titleLevel']}
                label="职称层级"
                rules={[ruleOf(titleLevel, '请选择职称层级')]}
              >
                <DictSelect dict="title_level" />
              </Form.Item>
              <Form.Item name={[name, 'quota']} label="指标数" rules={[ruleOf(quota)]}>
                <NumberInput min={0} max={100_000} precision={0} placeholder={needsQuota ? '必填' : '不限'} />
              </Form.Item>
              <Button
                className="step-row-remove"
                icon={<DeleteOutlined />}
                aria-label={`移除第 ${name + 1} 项`}
                onClick={() => remove(name)}
              />
            </fieldset>
          ))}
          <Button icon={<PlusOutlined />} onClick={() => add(next())}>
            添加系列和层级
          </Button>
        </div>
      )}
    </Form.List>
  );
};
