import { useId, type InputHTMLAttributes, type ReactNode } from 'react';

export type FieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** The problem of this field, shown below it. */
  problem?: string | undefined;
  hint?: ReactNode;
  /** A button or an image beside the input. */
  aside?: ReactNode;
};

export const Field = ({ label, value, onChange, problem, hint, aside, ...input }: FieldProps) => {
  const id = useId();
  return (
    <div className="auth-field">
      <label htmlFor={id}>{label}</label>
      <div className="auth-control">
        <input
          {...input}
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${id}hint ${id}problem`}
        />
        {aside}
      </div>
      <div id={`${id}hint`} className="auth-note">
        {hint}
      </div>
      <div id={`${id}problem`} className="auth-problem">
        {problem}
      </div>
    </div>
  );
};
