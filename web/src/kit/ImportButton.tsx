import type { ImportReport } from '@zhiping/shared/contracts/user.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { z } from 'zod';
import { Can } from './Can.tsx';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

export type Import = {
  noun: string;
  template: Endpoint;
  /** With `dryRun` it only tells what would happen. */
  api: Endpoint<z.ZodType, z.ZodType<{ dryRun?: boolean | undefined }>, z.ZodType, z.ZodType<ImportReport>>;
};

export const ImportButton = ({ allow, ...props }: Import & { allow: Permission }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <Can roles={[allow]}>
      <Button onClick={() => setOpen(true)}>导入</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ImportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Can>
  );
};
