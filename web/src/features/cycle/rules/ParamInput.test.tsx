import { answerScale } from '@zhiping/shared/rules/review-rule/answer-scale.ts';
import { requestedRecusal } from '@zhiping/shared/rules/review-rule/requested-recusal.ts';
import type { Param } from '@zhiping/shared/rules/review-rule/param.ts';
import { render, screen } from '@testing-library/react';
import { Form } from 'antd';
import { expect, test } from 'vitest';
import { ParamInput } from './ParamInput.tsx';

test('radio groups of two rules in one field stay separate in the browser', () => {
  const choices = [...Object.values(answerScale.params), ...Object.values(requestedRecusal.params)];
  render(
    <Form>
      <Form.Item name="rules">
        <div>
          {choices.map((param: Param<unknown>, at) => (
            <ParamInput
              key={param.label}
              id={`rule-${at}`}
              param={param}
              value={param.standard}
              problems={{}}
              labelledBy=""
              describedBy=""
              onChange={() => undefined}
            />
          ))}
        </div>
      </Form.Item>
    </Form>,
  );
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(new Set(radios.map(({ name }) => name)).size).toBe(choices.length);
  expect(radios.filter(({ checked }) => checked)).toHaveLength(choices.length);
});
