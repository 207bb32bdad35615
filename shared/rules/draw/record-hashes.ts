const hashNames = {
  rosterHash: '名册摘要',
  nonceHash: '系统随机数摘要',
  seed: '种子',
  resultHash: '结果摘要',
  laterHash: '调整摘要',
} as const;

/**
 * The hashes by which a record is compared with the page of the draw, its minutes or written notes: a record forged as
 * a whole is consistent in itself. Empty for text that is no record.
 */
export const hashesOf = (text: string): { name: string; value: string }[] => {
  try {
    const record = JSON.parse(text) as Record<string, unknown>;
    const hashes = Object.entries(hashNames).flatMap(([part, name]) => {
      const value = record[part];
      return typeof value === 'string' ? [{ name, value }] : [];
    });
    // Steps could be cut out together with their hash, so their number is compared as well.
    return Array.isArray(record['later'])
      ? [...hashes, { name: '结果产生后的调整', value: `${record['later'].length} 次` }]
      : hashes;
  } catch {
    return [];
  }
};

export const COMPARE = '整份伪造的记录也能自圆其说，请与抽取页面、会议纪要或当时抄下的核对：';
