import { columns } from '../src/modules/expert/import-sheet.ts';
import { writeSheet } from '../src/platform/sheets/sheet-writer.ts';
import { nextIdCard } from './factories.ts';

export type ExpertCells = Partial<Record<(typeof columns)[keyof typeof columns], string>>;

let number = 0;
/** An expert that can be imported; `change` puts other texts into his cells. */
export const expertRow = (change: ExpertCells = {}): ExpertCells => {
  number += 1;
  return {
    姓名: `诸葛${number}`,
    身份证号码: nextIdCard(),
    手机号码: `185${String(number).padStart(8, '0')}`,
    邮箱: `imported${number}@example.org`,
    单位: '天津大学',
    职称系列: '高等学校教师',
    职称层级: '正高级',
    职称名称: '教授',
    学科一: '研究生学科专业目录 - 工学 - 计算机科学与技术',
    关键词一: '数据库、操作系统',
    ...change,
  };
};

/** A workbook of experts, as somebody would upload it. */
export const sheetOfExperts = async (
  rows: readonly ExpertCells[],
  headers: string[] = Object.values(columns),
): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  async function* source() {
    for (const cells of rows) yield headers.map((header) => cells[header as keyof ExpertCells] ?? '');
  }
  for await (const piece of writeSheet({ name: '专家', headers }, source())) pieces.push(piece);
  return Buffer.concat(pieces);
};
