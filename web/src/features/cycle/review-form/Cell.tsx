import { useId, type ReactNode } from 'react';
import { useProblem } from './problems.ts';

/** Props for the control of a cell; antd passes them on to its input. */
type ControlProps = {
  id: string;
  'aria-label': string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  status: 'error' | '';
  onFocus: () => void;
  onBlur: () => void;
};

type Props = {
  /** The path in the form, under which problems are reported. */
  field: string;
  label: string;
  /** Name of the row, for screen readers. */
  of: string;
  value: unknown;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** A labelled control with its problem below. */
export const Cell = ({ field, label, of, value, className = '', children }: Props) => {
  const id = useId();
  const { problem, enter, leave } = useProblem(field, value);
  const problemId = `${id}-problem`;
  return (
    <div className={`entry-cell ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-label': `${of} ${label}`,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': problem ? problemId : undefined,
        status: problem ? 'error' : '',
        onFocus: enter,
        onBlur: leave,
      })}
      {problem && (
        <p id={problemId} className="entry-problem">
          {problem}
        </p>
      )}
    </div>
  );
};
