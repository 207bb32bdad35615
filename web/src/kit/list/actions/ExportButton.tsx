import { EXPORT_DIRECT_MAX } from '@zhiping/shared/constants.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { download } from '../../../lib/api.ts';
import { exportedQuery, type List } from '../list.ts';

const BackgroundExport = lazy(() => import('./BackgroundExport.tsx'));

type Props = {
  api: Endpoint;
  /** Its filters and its order apply to the export. */
  list?: List<unknown>;
};

/** Exports all rows, or all pages of a filtered list. */
export const ExportButton = ({ api, list }: Props) => {
  const [isRunning, setRunning] = useState(false);
  if (list && list.total > EXPORT_DIRECT_MAX && !isRunning)
    return (
      <Suspense fallback={<Button loading>导出</Button>}>
        <BackgroundExport api={api} list={list} />
      </Suspense>
    );
  const run = async () => {
    setRunning(true);
    // `download` has already shown the error in a notification.
    await download(api, { query: list ? exportedQuery(list) : {} } as object).catch(() => undefined);
    setRunning(false);
  };
  return (
    <Button loading={isRunning} onClick={() => void run()}>
      导出
    </Button>
  );
};
