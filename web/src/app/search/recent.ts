import { readStored, writeStored } from '../../lib/browser-storage.ts';

const KEPT = 8;
const storageKey = (userId: number) => `zhiping_recent_${userId}`;

export const recentKeys = (userId: number): string[] => {
  try {
    return JSON.parse(readStored('localStorage', storageKey(userId)) ?? '[]') as string[];
  } catch {
    return [];
  }
};

export const rememberKey = (userId: number, key: string) => {
  const keys = [key, ...recentKeys(userId).filter((one) => one !== key)].slice(0, KEPT);
  writeStored('localStorage', storageKey(userId), JSON.stringify(keys));
};
