import { NOTICE_MS } from '@zhiping/shared/constants.ts';
import { App } from 'antd';
import { useEffect } from 'react';
import { announce } from '../../lib/announce.ts';
import { onNotice } from '../../lib/notify.ts';

/** Shows what `notify` was told, for five seconds, longer while pointed at. */
export const NoticeHost = () => {
  const { notification } = App.useApp();
  useEffect(
    () =>
      onNotice(({ kind, text }) => {
        // The live region speaks; a second role on the card would say everything twice.
        notification[kind]({ title: text, duration: NOTICE_MS / 1000, pauseOnHover: true, role: 'status' });
        announce(text);
      }),
    [notification],
  );
  return null;
};
