import { useQuery } from '@tanstack/react-query';
import { commitmentApi } from '@zhiping/shared/contracts/commitment.ts';
import { CycleTexts as schema } from '@zhiping/shared/contracts/cycle.ts';
import { commitmentKinds } from '@zhiping/shared/rules/commitment/kinds.ts';
import { Form, Input, Select } from 'antd';
import { Field } from '../../../kit/form/Field.tsx';
import { FieldsFailed } from '../../../kit/form/FieldsFailed.tsx';
import { FieldsLoading } from '../../../kit/form/FieldsLoading.tsx';
import { reading } from '../../../lib/query-client.ts';

/** The version of each commitment text that is signed in this cycle. */
const Commitments = () => {
  const { data, error, refetch } = useQuery(reading(commitmentApi.kinds));
  if (error) return <FieldsFailed what="承诺书" error={error} onRetry={() => void refetch()} />;
  if (!data) return <FieldsLoading rows={4} />;
  return data.map(({ kind, versions }) => (
    <Form.Item key={kind} name={['commitments', kind]} label={commitmentKinds[kind]}>
      <Select
        allowClear
        placeholder="请选择版本"
        options={versions.map(({ id, version, createTime }, index) => ({
          value: id,
          label: `第 ${version} 版（${createTime.slice(0, 10)}）${index === 0 ? ' 最新' : ''}`,
        }))}
      />
    </Form.Item>
  ));
};

export const TextsFields = () => (
  <>
    <Field
      schema={schema}
      name="notice"
      label="申报通知"
      extra="申报人在申报首页看到：范围、条件、时间、材料和联系方式"
    >
      <Input.TextArea maxLength={5000} showCount autoSize={{ minRows: 8, maxRows: 24 }} />
    </Field>
    <Commitments />
  </>
);
