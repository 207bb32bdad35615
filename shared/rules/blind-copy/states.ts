import type { Denial } from '../workflow/denial.ts';

/** States of the blind copy (盲审副本) of a material. */
export const blindStates = {
  unchecked: '未检查',
  needsWork: '需处理',
  needsPerson: '请人工核对',
  covered: '已遮盖',
  released: '已放行',
} as const;
export type BlindState = keyof typeof blindStates;

export const copyProblems = {
  encrypted: '文件加了密码，无法打开',
  broken: '文件已损坏，无法打开',
  too_slow: '文件过于复杂，处理超过时间或内存限制',
  gone: '文件内容已不在存储中',
} as const;
export type CopyProblem = keyof typeof copyProblems;

/** Known facts about a copy. */
export type BlindFindings = {
  hasCopy: boolean;
  problem: CopyProblem | null;
  /** Whether the covers were changed since it was made. */
  isChanged: boolean;
  isReleased: boolean;
  /** Whether an earlier version of the pipeline made it: it may have left what this one covers. */
  isOld: boolean;
  /** Results of the proof: readable finds, pixels beside the covers, words in the bytes. */
  left: number;
  /** Finds that need an officer's decision. */
  open: number;
  /** Pages with untrusted text that no officer has checked. */
  doubted: number;
};

export const blindStateOf = (copy: Omit<BlindFindings, 'isOld'>): BlindState => {
  if (copy.problem !== null) return 'needsWork';
  if (!copy.hasCopy) return 'unchecked';
  if (copy.isReleased) return 'released';
  if (copy.isChanged || copy.left > 0 || copy.open > 0) return 'needsWork';
  return copy.doubted > 0 ? 'needsPerson' : 'covered';
};

const deny = (code: string, message: string): Denial => ({ code: `blind.${code}`, message });

/** Why a copy cannot be released as it is. Open finds and doubted pages can be released with a stated reason. */
export const releaseDenial = (copy: BlindFindings, hasReason: boolean): Denial | null => {
  if (copy.problem !== null) return deny('problem', `无法制作副本：${copyProblems[copy.problem]}`);
  if (!copy.hasCopy) return deny('unchecked', '还没有制作副本');
  if (copy.isReleased) return deny('released', '已经放行');
  if (copy.isOld) return deny('old', '由旧版本生成，请先重新遮盖并检验');
  if (copy.isChanged) return deny('changed', '标记有改动，请先重新遮盖并检验');
  if (copy.left > 0) return deny('left', `检验发现还有 ${copy.left} 处没有遮住，请补充标记后重新检验`);
  if (hasReason) return null;
  if (copy.open > 0) return deny('open', `还有 ${copy.open} 处提示没有处理`);
  return copy.doubted > 0 ? deny('doubted', `还有 ${copy.doubted} 页需要人工核对`) : null;
};

/** Why nothing on it can be marked now. */
export const editDenial = (copy: Pick<BlindFindings, 'isReleased' | 'hasCopy'>): Denial | null => {
  if (copy.isReleased) return deny('released', '已经放行，请先撤回放行');
  return copy.hasCopy ? null : deny('unchecked', '还没有制作副本');
};
