import { useRef, type ReactNode } from 'react';
import { CopyOf, Paper } from '../display/Paper.tsx';
import { PrintButton } from '../display/PrintButton.tsx';
import { PageHead } from './PageHead.tsx';

type Props = { title: string; className?: string; actions?: ReactNode; children: ReactNode };

/** A page that is no list: on paper it is what is on screen, under the head of every sheet. */
export const PrintedPanel = ({ title, className = '', actions, children }: Props) => {
  const content = useRef<HTMLDivElement>(null);
  return (
    <section className={`panel ${className}`}>
      <PageHead title={title}>
        <PrintButton label="打印" />
        {actions}
      </PageHead>
      <div ref={content}>{children}</div>
      <Paper kind="list" title={title}>
        <CopyOf source={content} />
      </Paper>
    </section>
  );
};
