import { useRef, type ReactNode } from 'react';
import { CopyOf, Paper } from '../display/Paper.tsx';
import { PrintButton } from '../display/PrintButton.tsx';
import { PageHead } from './PageHead.tsx';

type Props = {
  title: string;
  className?: string;
  actions?: ReactNode;
  /** Printed only: the filters that are chosen on screen. */
  about?: string | undefined;
  isLandscape?: boolean;
  children: ReactNode;
};

/** A page that is not a list. Prints the content of the screen under the head of every sheet. */
export const PrintedPanel = ({
  title,
  className = '',
  actions,
  about,
  isLandscape = false,
  children,
}: Props) => {
  const content = useRef<HTMLDivElement>(null);
  return (
    <section className={`panel ${className}`}>
      <PageHead title={title}>
        <PrintButton label="打印" />
        {actions}
      </PageHead>
      <div ref={content}>{children}</div>
      <Paper kind="list" title={title} isLandscape={isLandscape}>
        {about && <p className="paper-facts">{about}</p>}
        <CopyOf source={content} />
      </Paper>
    </section>
  );
};
