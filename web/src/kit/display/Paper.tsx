import { PRODUCT_TITLE } from '@zhiping/shared/constants.ts';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { copyOf, useIsPrinting } from '../../lib/print.ts';
import { useUser } from '../../lib/session-store.ts';
import { useTabVisible } from '../../lib/tab-context.ts';
import { OnPaper } from './on-paper.ts';
import './paper.css';

const shanghai = new Intl.DateTimeFormat('zh-CN', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Shanghai',
});

type Props = {
  /** A detail stands above the list that it was opened from, on paper too. */
  kind: 'list' | 'detail';
  title: string;
  isLandscape?: boolean;
  children: ReactNode;
};

/** Says who printed it and when: a leaked sheet names its source. */
const Sheet = ({ kind, title, isLandscape, children }: Props) => {
  const { user } = useUser();
  return (
    <article className={`paper paper-${kind}${isLandscape ? ' paper-landscape' : ''}`}>
      <header>
        <span>{PRODUCT_TITLE}</span>
        <span>
          {user.nickName} {shanghai.format(new Date())} 打印
        </span>
      </header>
      <h1>{title}</h1>
      {children}
    </article>
  );
};

/** What comes out when its page is printed, in place of everything on screen. */
export const Paper = (props: Props) => {
  const isVisible = useTabVisible();
  const isPrinting = useIsPrinting();
  if (!isVisible || !isPrinting) return null;
  return createPortal(
    <OnPaper value={true}>
      <Sheet {...props} />
    </OnPaper>,
    document.body,
  );
};

/** A part of the screen as it is now. */
export const CopyOf = ({ source }: { source: RefObject<HTMLElement | null> }) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (source.current) place.current?.replaceChildren(copyOf(source.current));
  }, [source]);
  return <div ref={place} />;
};
