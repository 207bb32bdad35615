import { accountApi } from '@zhiping/shared/contracts/account.ts';
import type { SessionUser } from '@zhiping/shared/contracts/auth.ts';
import { call } from '../../lib/api.ts';
import { session, setUser, useUser } from '../../lib/session-store.ts';

export type Settings = Required<SessionUser['preferences']>;

/** Specification §9: all settings are on by default. */
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

/** Applies at once. `call` shows a failed save; the choice then only misses on other machines. */
export const saveSettings = async (settings: Settings) => {
  const { user } = session.get();
  if (!user) return;
  setUser({ ...user, preferences: settings });
  await call(accountApi.savePreferences, { body: settings }).catch(() => undefined);
};
