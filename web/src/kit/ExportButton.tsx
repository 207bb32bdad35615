import { Button } from 'antd';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { useState } from 'react';
import { download } from '../lib/api.ts';
import type { List } from './list.ts';

type Props = {
  api: Endpoint;
  /** Its filters and order hold for the export too. */
  list?: List<unknown>;
};

/** Saves everything that there is, or what the filters of a list leave: all pages of it. */
export const ExportButton = ({ api, list }: Props) => {
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    const { page: _page, size: _size, ...query } = list?.query ?? {};
    setRunning(true);
    // A failed call has been told by a notification.
    await download(api, { query } as object).catch(() => undefined);
    setRunning(false);
  };
  return (
    <Button loading={isRunning} onClick={() => void run()}>
      导出
    </Button>
  );
};
