import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import './commitment-check.css';

type Props = {
  label: string;
  text: { id: number; title: string; body: string; version?: number };
  /** Of the text that was agreed to; a later one has to be agreed to anew. */
  agreedTo: number | undefined;
  onAgree: (id: number | undefined) => void;
  /** What is said by ticking it. */
  children: ReactNode;
};

/** A commitment to read, and the box that agrees to it. */
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
