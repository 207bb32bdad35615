import { session, useSession } from './session-store.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';

/** Whether one of the wanted permissions is held; holders of `admin` pass every check. */
export const holdsOneOf = (held: readonly string[], wanted: readonly Permission[]): boolean => {
  if (!Array.isArray(wanted)) throw new Error(`使用方式： v-permission="['admin','editor']"`);
  return held.some((role) => role === 'admin' || (wanted as readonly string[]).includes(role));
};

/** For event handlers; components that must follow a change use `usePermission`. */
export const hasPermission = (roles: readonly Permission[]): boolean =>
  holdsOneOf(session.get().roles, roles);

export const usePermission = (roles: readonly Permission[]): boolean => holdsOneOf(useSession().roles, roles);
