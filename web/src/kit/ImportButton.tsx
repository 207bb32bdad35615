import type { ImportReport } from '@zhiping/shared/contracts/user.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { Can } from './Can.tsx';
import { useSubView } from './use-sub-view.ts';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

export type Import = {
  noun: string;
  template: Endpoint;
  /** Whether the rows without a mistake may be taken alone. */
  allowsPartial?: boolean;
  /** With `dryRun` it only tells what would happen. */
  api: Endpoint<z.ZodType, z.ZodType<{ dryRun?: boolean | undefined }>, z.ZodType, z.ZodType<ImportReport>>;
  /** Stores a large sheet that was checked as background work, which is called `<name>.check` and `<name>.import`. */
  background: { name: string; commit: Endpoint };
  /** Lists whose rows an import adds to. */
  refreshes: readonly Endpoint[];
};

/** `?import=open` opens the dialog, so that messages about an import lead back to it. */
export const ImportButton = ({ allow, ...props }: Import & { allow: Permission }) => {
  const view = useSubView('import');
  const navigate = useNavigate();
  return (
    <Can roles={[allow]}>
      <Button onClick={() => void navigate(view.hrefOf('open'))}>导入</Button>
      {view.value !== null && (
        <Suspense fallback={null}>
          <ImportDialog {...props} onClose={view.close} />
        </Suspense>
      )}
    </Can>
  );
};
