import type { Db } from '../database/db.ts';
import { verifyChain } from './audit-chain.ts';
import { headText, parseHead, readHeads } from './audit-heads.ts';

const NO_FILE =
  '没有链头文件 audit-heads.log：它可能被删除。刚升级或刚恢复到新机器的，请先启动一次系统，再核对另外保管的链头';
const EMPTY_FILE = '链头文件 audit-heads.log 中没有任何链头：它可能被清空，请核对另外保管的链头';

/**
 * Compare the chain with itself, with the heads in the data directory, and with those noted elsewhere, written
 * `position:hash`. Answers what to print.
 */
export const verifyAudit = async (
  db: Db,
  dataDir: string,
  written: readonly string[],
): Promise<{ isIntact: boolean; lines: string[] }> => {
  const given = written.map((text) => {
    const head = parseHead(text);
    if (!head) throw new Error(`--head 应为 位置:散列（散列至少前 16 位）：${text}`);
    return head;
  });
  // Before the chain: it only grows.
  const { heads, notes } = await readHeads(dataDir);
  const noted = new Map([...(heads ?? [])].map(([position, hash]) => [position, [hash]]));
  for (const { position, hash } of given) noted.set(position, [...(noted.get(position) ?? []), hash]);
  const state = await verifyChain(db, noted);
  if (!state.intact)
    return {
      isIntact: false,
      lines: [
        ...notes,
        `审计链损坏：第 ${state.position} 个位置，事件 ${state.seq ?? '（未知）'}：${state.problem}`,
      ],
    };
  if (!heads) return { isIntact: false, lines: [NO_FILE] };
  // Noted at the first event already.
  if (heads.size === 0 && state.events > 0) return { isIntact: false, lines: [...notes, EMPTY_FILE] };
  const head = headText({ position: state.events, hash: state.head });
  return {
    isIntact: true,
    lines: [
      ...notes,
      `审计链完整：${state.events} 个事件，待封存 ${state.unsealed} 个，与 ${noted.size} 个另外记录的链头一致`,
      `链头（请抄录）：${head}`,
    ],
  };
};
