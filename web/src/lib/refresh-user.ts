import { authApi } from '@zhiping/shared/contracts/auth.ts';
import { call } from './api.ts';
import { setUser } from './session-store.ts';

/** Read the signed-in user again after a change of what the shell and the guard know of him. */
export const refreshUser = async () => setUser(await call(authApi.info));
