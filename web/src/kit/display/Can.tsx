import type { Permission } from '@zhiping/shared/permissions.ts';
import type { ReactNode } from 'react';
import { usePermission } from '../../lib/permission.ts';

/** Renders its content only for users with one of the permissions (specification §6: removed, not greyed). */
export const Can = ({ roles, children }: { roles: readonly Permission[]; children: ReactNode }) =>
  usePermission(roles) ? children : null;
