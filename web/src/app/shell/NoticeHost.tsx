import { NOTICE_MS } from '@zhiping/shared/constants.ts';
import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  InfoCircleFilled,
  WarningFilled,
} from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { announce } from '../../lib/announce.ts';
import { exportOf, saveExport } from '../../lib/exports.ts';
import { type NoticeKind, onNotice } from '../../lib/notify.ts';
import { useLatest } from '../../lib/use-latest.ts';
import './notice-host.css';

type Shown = { id: number; kind: NoticeKind; text: string; offered: Offer | undefined };
type Offer = { label: string; run: () => void };

const icons: Readonly<Record<NoticeKind, ReactNode>> = {
  success: <CheckCircleFilled />,
  info: <InfoCircleFilled />,
  warning: <WarningFilled />,
  error: <CloseCircleFilled />,
};
/** More at once are in the list of messages; the strip must not take the screen. */
const AT_ONCE = 3;

/** One notice, gone after five seconds in which nobody pointed at it or had the focus in it. */
const Notice = ({ notice, onEnd }: { notice: Shown; onEnd: (id: number) => void }) => {
  const { id, kind, text, offered } = notice;
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(
        () => (card.current?.matches(':hover, :focus-within') ? wait() : onEnd(id)),
        NOTICE_MS,
      );
    };
    wait();
    return () => clearTimeout(timer);
  }, [id, onEnd]);
  return (
    // The live region speaks; another role would say everything twice.
    <div ref={card} className={`is-${kind}`} role="status">
      {icons[kind]}
      <span>{text}</span>
      {offered && (
        <Button
          onClick={() => {
            onEnd(id);
            offered.run();
          }}
        >
          {offered.label}
        </Button>
      )}
      <Button type="text" icon={<CloseOutlined />} aria-label="关闭通知" onClick={() => onEnd(id)} />
    </div>
  );
};

/**
 * Shows what `notify` was told, in a strip at the lower end of the window. Pages, dialogs and drawers end above it as long as it is there (`--notices`), so that it lies
 * over no control of theirs.
 */
export const NoticeHost = () => {
  const navigate = useLatest(useNavigate());
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const strip = useRef<HTMLDivElement>(null);
  const end = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  useEffect(
    () =>
      onNotice(({ id, kind, text, action, link }) => {
        const follow = (to: string): Offer => {
          const exported = exportOf(to);
          return exported === undefined
            ? { label: '查看', run: () => void navigate.current(to) }
            : { label: '下载', run: () => void saveExport(exported) };
        };
        const offered = action ?? (link === undefined ? undefined : follow(link));
        setShown((all) => [...all, { id, kind, text, offered }].slice(-AT_ONCE));
        announce(text);
      }),
    [navigate],
  );
  const isEmpty = shown.length === 0;
  useEffect(() => {
    const list = strip.current;
    if (!list) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--notices', `${list.offsetHeight}px`));
    observer.observe(list);
    return () => {
      observer.disconnect();
      style.removeProperty('--notices');
    };
  }, [isEmpty]);
  return isEmpty ? null : (
    <div ref={strip} className="notice-strip" role="region" aria-label="通知">
      {shown.map((notice) => (
        <Notice key={notice.id} notice={notice} onEnd={end} />
      ))}
    </div>
  );
};
