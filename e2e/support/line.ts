import type { Page, WebSocketRoute } from '@playwright/test';
import { API_BASE } from '@zhiping/shared/constants.ts';
import { LIVE_PATH } from '@zhiping/shared/live.ts';

/** The line on which a page hears news, to be cut and mended. Before the page is opened. */
export const holdLine = async (page: Page) => {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  await page.routeWebSocket(`**${API_BASE}${LIVE_PATH}`, async (socket) => {
    if (isCut) {
      await socket.close();
      return;
    }
    open.add(socket);
    socket.connectToServer();
  });
  return {
    cut: async () => {
      isCut = true;
      for (const socket of open) await socket.close();
      open.clear();
    },
    mend: () => {
      isCut = false;
    },
  };
};
