import { useEffect, useRef } from 'react';
import { createStore, useStore } from './store.ts';

export type Command = { label: string; run: () => void };

const contributed = createStore<readonly { owner: symbol; commands: readonly Command[] }[]>([]);

/** Offers commands in the palette while the calling page is visible. */
export const useCommands = (commands: readonly Command[]) => {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const labels = commands.map(({ label }) => label).join('\n');
  useEffect(() => {
    if (labels === '') return undefined;
    const owner = Symbol('page');
    // Handlers change with every render; the palette reaches the latest one by the position of its label.
    const own = labels
      .split('\n')
      .map((label, index) => ({ label, run: () => latest.current[index]?.run() }));
    contributed.set((all) => [...all, { owner, commands: own }]);
    return () => contributed.set((all) => all.filter((one) => one.owner !== owner));
  }, [labels]);
};

export const useContributedCommands = (): Command[] =>
  useStore(contributed).flatMap(({ commands }) => commands);
