import { accountApi } from '@zhiping/shared/contracts/account.ts';
import type { SessionUser } from '@zhiping/shared/contracts/auth.ts';
import { call } from '../../lib/api.ts';
import { session, setUser, useUser } from '../../lib/session-store.ts';

export type Settings = Required<SessionUser['preferences']>;

/** Specification §9: everything is on until the user switches it off. */
export const defaultSettings: Settings = {
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  uniqueOpened: true,
  showFooter: true,
};

const settingsOf = (preferences: SessionUser['preferences']): Settings => ({
  ...defaultSettings,
  ...preferences,
});

export const useSettings = (): Settings => settingsOf(useUser().preferences);

/** Applies at once; a failed save is shown by the request layer and only costs the choice on the next machine. */
export const saveSettings = async (settings: Settings) => {
  const { user } = session.get();
  if (!user) return;
  setUser({ ...user, preferences: settings });
  await call(accountApi.savePreferences, { body: settings }).catch(() => undefined);
};
