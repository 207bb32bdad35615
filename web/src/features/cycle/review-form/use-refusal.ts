import { Form } from 'antd';
import { useEffect, type RefObject } from 'react';
import { announce } from '../../../lib/announce.ts';
import { useLatest } from '../../../lib/use-latest.ts';

type Options = {
  place: RefObject<HTMLElement | null>;
  /** Fields with problems. */
  fields: readonly string[];
  /** Called to show all problems. */
  onRefused: (fields: readonly string[]) => void;
};

const FIRST_WRONG = '[aria-invalid="true"], .form-refused';

/**
 * The rejection of this field by the outer form, unless it belongs to a field in here. On rejection every problem is
 * shown and the first gets the focus. A warning describes what another user saved meanwhile.
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
