import { recall, remember } from '../../lib/browser-storage.ts';

const KEPT = 8;
const storageKey = (userId: number) => `zhiping_recent_${userId}`;

export const recentKeys = (userId: number): string[] => {
  try {
    return JSON.parse(recall('localStorage', storageKey(userId)) ?? '[]') as string[];
  } catch {
    return [];
  }
};

export const rememberKey = (userId: number, key: string) => {
  const keys = [key, ...recentKeys(userId).filter((one) => one !== key)].slice(0, KEPT);
  remember('localStorage', storageKey(userId), JSON.stringify(keys));
};
