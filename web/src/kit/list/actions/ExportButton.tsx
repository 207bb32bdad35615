import { EXPORT_DIRECT_MAX } from '@zhiping/shared/constants.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useAction } from '../../hooks/use-action.ts';
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
  // `download` shows its error in a notification.
  const take = useAction(() => download(api, { query: list ? exportedQuery(list) : {} } as object));
  if (list && list.total > EXPORT_DIRECT_MAX && !take.isPending)
    return (
      <Suspense fallback={<Button loading>导出</Button>}>
        <BackgroundExport api={api} list={list} />
      </Suspense>
    );
  return (
    <Button loading={take.isPending} onClick={() => void take.run()}>
      导出
    </Button>
  );
};
