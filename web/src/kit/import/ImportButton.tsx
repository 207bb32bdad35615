import type { Permission } from '@zhiping/shared/permissions.ts';
import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { Can } from '../display/Can.tsx';
import type { Import } from './use-import.ts';
import { useSubView } from '../hooks/use-sub-view.ts';

const ImportDialog = lazy(() => import('./ImportDialog.tsx'));

/** `?import=open` opens the dialog, so that messages about an import can link to it. */
export const ImportButton = ({
  allow,
  label = '导入',
  ...props
}: Import & { allow: Permission; label?: string }) => {
  const view = useSubView('import');
  const navigate = useNavigate();
  return (
    <Can roles={[allow]}>
      <Button onClick={() => void navigate(view.hrefOf('open'))}>{label}</Button>
      {view.value !== null && (
        <Suspense fallback={null}>
          <ImportDialog {...props} onClose={view.close} />
        </Suspense>
      )}
    </Can>
  );
};
