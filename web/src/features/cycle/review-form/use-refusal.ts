import { Form } from 'antd';
import { useEffect, type RefObject } from 'react';
import { announce } from '../../../lib/announce.ts';
import { useLatest } from '../../../lib/use-latest.ts';

type Options = {
  place: RefObject<HTMLElement | null>;
  /** Where something is wrong. */
  fields: readonly string[];
  /** All of it is to be shown now. */
  onRefused: (fields: readonly string[]) => void;
};

const FIRST_WRONG = '[aria-invalid="true"], .form-refused';

/**
 * Whether the form around has refused this one, and why, unless it stands at a field here. Every problem is shown then, and
 * the first has the focus. A warning says what somebody else saved meanwhile.
 */
export const useRefusal = ({
  place,
  fields,
  onRefused,
}: Options): { refusal: string | undefined; warning: string | undefined } => {
  const { status, errors, warnings } = Form.Item.useStatus();
  const isRefused = status === 'error';
  const refuse = useLatest(() => {
    onRefused(fields);
    if (fields.length > 0) announce(`评审表有 ${fields.length} 处需要改正`);
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(FIRST_WRONG)?.focus());
  });
  useEffect(() => {
    if (isRefused) refuse.current();
  }, [isRefused, refuse]);
  return {
    refusal: isRefused && fields.length === 0 ? errors.map(String).join('；') : undefined,
    warning: warnings.map(String).join('；') || undefined,
  };
};
