import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutosaver, saveStatusText, type SaveStatus } from './autosaver.ts';

const PAUSE = 1200;

const setUp = () => {
  const kept: (string | null)[] = [];
  const saved: string[] = [];
  const states: SaveStatus['state'][] = [];
  const network = { online: true, fail: '', full: false };
  const told: boolean[] = [];
  const saver = createAutosaver<string>({
    keep: async (value) => {
      kept.push(value);
      if (network.full) throw new Error('no place');
      return true;
    },
    onKept: (isKept) => told.push(isKept),
    save: async (value) => {
      if (network.fail) throw new Error(network.fail);
      saved.push(value);
    },
    onStatus: ({ state }) => states.push(state),
    isOnline: () => network.online,
    mayRetry: (error) => (error as Error).message === '500',
  });
  return { saver, kept, told, saved, states, network };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('autosaver', () => {
  it('stores every change locally at once and sends the last one after a pause', async () => {
    const { saver, kept, saved, states } = setUp();
    saver.change('a');
    saver.change('ab');
    await saver.keptLocally();
    expect(kept).toEqual(['a', 'ab']);
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved).toEqual(['ab']);
    expect(kept.at(-1)).toBeNull();
    expect(states).toEqual(['saving', 'saved']);
  });

  it('never shows `saved` while a change waits', async () => {
    const { saver, states } = setUp();
    saver.change('a');
    await saver.flush();
    saver.change('b');
    expect(states).toEqual(['saving', 'saved', 'saving']);
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(states).toEqual(['saving', 'saved', 'saving', 'saved']);
  });

  it('still saves to the server when nothing can be stored locally, and reports that', async () => {
    const { saver, told, saved, network } = setUp();
    network.full = true;
    saver.change('a');
    await saver.flush();
    expect([saved, told]).toEqual([['a'], [false]]);
    network.full = false;
    saver.change('b');
    await saver.flush();
    expect([saved, told]).toEqual([
      ['a', 'b'],
      [false, true],
    ]);
    expect(saveStatusText({ state: 'offline' }, false)).toContain('没有保存');
  });

  it('saves at once on flush, and only once', async () => {
    const { saver, saved } = setUp();
    saver.change('a');
    await saver.flush();
    await vi.advanceTimersByTimeAsync(PAUSE);
    await saver.flush();
    expect(saved).toEqual(['a']);
  });

  it('stores the work locally while offline and sends it later', async () => {
    const { saver, kept, saved, states, network } = setUp();
    network.online = false;
    saver.change('a');
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(states).toEqual(['offline']);
    expect(kept).toEqual(['a']);
    network.online = true;
    await saver.flush();
    expect(saved).toEqual(['a']);
  });

  it('reports a failed save and keeps the work', async () => {
    const { saver, kept, saved, states, network } = setUp();
    network.fail = '500';
    saver.change('a');
    await saver.flush();
    expect(states.at(-1)).toBe('failed');
    expect(kept).toEqual(['a']);
    network.fail = '';
    await saver.flush();
    expect(saved).toEqual(['a']);
  });

  it('retries by itself with growing pauses, without showing it', async () => {
    const { saver, saved, states, network } = setUp();
    network.fail = '500';
    saver.change('a');
    await vi.advanceTimersByTimeAsync(PAUSE + 3000 + 6000);
    expect(states).toEqual(['saving', 'failed']);
    network.fail = '';
    await vi.advanceTimersByTimeAsync(12_000 - 1);
    expect(saved).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(saved).toEqual(['a']);
    expect(states).toEqual(['saving', 'failed', 'saved']);
  });

  it('does not retry a save that the server has refused until the next change', async () => {
    const { saver, saved, network } = setUp();
    network.fail = '400';
    saver.change('a');
    await vi.advanceTimersByTimeAsync(PAUSE);
    network.fail = '';
    await vi.advanceTimersByTimeAsync(600_000);
    expect(saved).toEqual([]);
    saver.change('b');
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(saved).toEqual(['b']);
  });

  it('saves once for concurrent flushes, and again only after a change', async () => {
    const { saver, saved } = setUp();
    saver.change('a');
    await Promise.all([saver.flush(), saver.flush(), saver.flush()]);
    expect(saved).toEqual(['a']);
  });

  it('sends a change that was made during a save afterwards, and keeps it until then', async () => {
    let finish = () => {};
    const kept: (string | null)[] = [];
    const saved: string[] = [];
    const saver = createAutosaver<string>({
      keep: async (value) => {
        kept.push(value);
        return true;
      },
      onKept: () => {},
      save: (value) => {
        saved.push(value);
        return new Promise<void>((resolve) => {
          finish = resolve;
        });
      },
      onStatus: () => {},
      isOnline: () => true,
      mayRetry: () => false,
    });
    saver.change('a');
    const first = saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    saver.change('b');
    finish();
    await first;
    expect(kept).toEqual(['a', 'b']);
    const second = saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    finish();
    await second;
    expect(saved).toEqual(['a', 'b']);
    expect(kept.at(-1)).toBeNull();
  });

  it('discards a waiting change when the work is finished elsewhere', async () => {
    const { saver, kept, saved } = setUp();
    saver.change('a');
    await saver.discard();
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(saved).toEqual([]);
    expect(kept.at(-1)).toBeNull();
  });
});
