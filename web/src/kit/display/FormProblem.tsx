import { Alert } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import './form-problem.css';

type Props = { text: string | undefined; type?: 'error' | 'warning'; description?: ReactNode };

/** Shows an error of the form as a whole beside its buttons, and moves the focus there. */
export const FormProblem = ({ text, type = 'error', description }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) box.current?.focus();
  }, [text]);
  if (!text) return null;
  return (
    <div ref={box} tabIndex={-1} className="form-problem">
      <Alert type={type} showIcon title={text} description={description} />
    </div>
  );
};
