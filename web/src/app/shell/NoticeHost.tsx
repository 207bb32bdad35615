import { NOTICE_MS } from '@zhiping/shared/constants.ts';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { announce } from '../../lib/announce.ts';
import { exportOf, saveExport } from '../../lib/exports.ts';
import { onNotice } from '../../lib/notify.ts';
import { useLatest } from '../../lib/use-latest.ts';

/** Shows the notices of `notify` for five seconds, longer under the pointer. */
export const NoticeHost = () => {
  const { notification } = App.useApp();
  const navigate = useLatest(useNavigate());
  useEffect(
    () =>
      onNotice(({ id, kind, text, action, link }) => {
        const follow = (to: string) => {
          const exported = exportOf(to);
          return exported === undefined
            ? { label: '查看', run: () => void navigate.current(to) }
            : { label: '下载', run: () => void saveExport(exported) };
        };
        const offered = action ?? (link === undefined ? undefined : follow(link));
        const act = () => {
          notification.destroy(id);
          offered?.run();
        };
        notification[kind]({
          key: id,
          title: text,
          duration: NOTICE_MS / 1000,
          pauseOnHover: true,
          closable: { 'aria-label': '关闭通知' },
          actions: offered && <Button onClick={act}>{offered.label}</Button>,
          // `announce` reads the text; antd's default role `alert` would read it a second time.
          role: 'status',
        });
        announce(text);
      }),
    [notification, navigate],
  );
  return null;
};
