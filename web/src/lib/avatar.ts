import { API_BASE, WEB_BASE } from '@zhiping/shared/constants.ts';

export const DEFAULT_AVATAR = `${WEB_BASE}/default-avatar.svg`;

export const avatarUrl = (avatarName: string | null) =>
  avatarName ? `${API_BASE}/avatar/${encodeURIComponent(avatarName)}` : DEFAULT_AVATAR;
