import { NOTICE_MS } from '@zhiping/shared/constants.ts';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { announce } from '../../lib/announce.ts';
import { onNotice } from '../../lib/notify.ts';

/** Shows what `notify` was told, for five seconds, longer while pointed at. */
export const NoticeHost = () => {
  const { notification } = App.useApp();
  useEffect(
    () =>
      onNotice(({ id, kind, text, action }) => {
        const act = () => {
          notification.destroy(id);
          action?.run();
        };
        notification[kind]({
          key: id,
          title: text,
          duration: NOTICE_MS / 1000,
          pauseOnHover: true,
          actions: action && <Button onClick={act}>{action.label}</Button>,
          // The live region speaks; a second role on the card would say everything twice.
          role: 'status',
        });
        announce(text);
      }),
    [notification],
  );
  return null;
};
