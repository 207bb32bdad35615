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
  /** A printed detail replaces the printed list that it was opened from. */
  kind: 'list' | 'detail';
  title: string;
  isLandscape?: boolean;
  children: ReactNode;
};

/** Names the user and the time of printing, so that a leaked sheet shows its source. */
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

/** The content of the printed page: it replaces everything on screen when the browser prints. */
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

/** A copy of a part of the screen, made once when it is mounted. */
export const CopyOf = ({ source }: { source: RefObject<HTMLElement | null> }) => {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (source.current) place.current?.replaceChildren(copyOf(source.current));
  }, [source]);
  return <div ref={place} />;
};
