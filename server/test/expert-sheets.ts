import { columns } from '../src/modules/expert/import/import-columns.ts';
import { nextIdCard } from './factories.ts';
import { sheetOf } from './sheets.ts';

export type ExpertCells = Partial<Record<(typeof columns)[keyof typeof columns], string>>;

let number = 0;
/** Cells of a valid expert; `change` replaces some. */
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

/** A workbook of experts, as users upload it. */
export const sheetOfExperts = (rows: readonly ExpertCells[], headers: string[] = Object.values(columns)) =>
  sheetOf(
    headers,
    rows.map((cells) => headers.map((header) => cells[header as keyof ExpertCells] ?? '')),
  );
