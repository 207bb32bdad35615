import { useEffect, useState } from 'react';
import type { Monitor } from '@zhiping/shared/contracts/monitor.ts';

const KEPT = 60;

type Share = 'cpu' | 'memory' | 'swap' | 'disk';
type History = Record<Share, readonly number[]>;

const nothing: History = { cpu: [], memory: [], swap: [], disk: [] };

/** Percentages of the last minutes, collected while the page is open. */
export const useHistory = (reading: Monitor | undefined): History => {
  const [history, setHistory] = useState(nothing);
  useEffect(() => {
    if (!reading) return;
    const add = (values: readonly number[], value: string) => [...values, Number(value)].slice(-KEPT);
    setHistory(({ cpu, memory, swap, disk }) => ({
      cpu: add(cpu, reading.cpu.used),
      memory: add(memory, reading.memory.usageRate),
      swap: add(swap, reading.swap.usageRate),
      disk: add(disk, reading.disk.usageRate),
    }));
  }, [reading]);
  return history;
};
