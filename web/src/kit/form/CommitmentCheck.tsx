import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import './commitment-check.css';

type Props = {
  label: string;
  text: { id: number; title: string; body: string; version?: number };
  /** Id of the agreed text; a newer version must be agreed to again. */
  agreedTo: number | undefined;
  onAgree: (id: number | undefined) => void;
  /** Label of the checkbox. */
  children: ReactNode;
};

export const CommitmentCheck = ({ label, text, agreedTo, onAgree, children }: Props) => (
  <>
    <article className="commitment-check" aria-label={label}>
      <h2>
        {text.title} {text.version !== undefined && <span>第 {text.version} 版</span>}
      </h2>
      <p>{text.body}</p>
    </article>
    <Checkbox
      checked={agreedTo === text.id}
      onChange={({ target }) => onAgree(target.checked ? text.id : undefined)}
    >
      {children}
    </Checkbox>
  </>
);
