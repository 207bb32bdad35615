import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { ImportedList } from '../../shared/rules/project-form/imported-parts.ts';
import { checkCharacter } from '../../shared/rules/person/id-number.ts';
import { type Cells, sheetOfProjects } from '../../server/test/project-workbook.ts';
import { zip } from '../../server/test/zip-file.ts';
import { sheetFile } from './sheet.ts';

export const idCard = (number: string) => number + checkCharacter(number);

const teacherColumns = {
  name: '姓名',
  staffNo: '工号',
  idCard: '身份证号码',
  gender: '性别',
  type: '类别',
  schoolId: '学校',
  titleSeries: '职称系列',
  titleLevel: '职称层级',
  titleName: '职称名称',
  subject: '学科',
  phone: '手机号码',
  email: '邮箱',
  entryDate: '入职日期',
  note: '备注',
};

const cells = (headers: Readonly<Record<string, string>>, values: Cells) =>
  Object.keys(headers).map((field) => values[field] ?? '');

export const teacherSheet = (teachers: readonly Cells[]) =>
  sheetFile('教师', [
    Object.values(teacherColumns),
    ...teachers.map((teacher) => cells(teacherColumns, teacher)),
  ]);

/** A workbook of projects: a row for each person, and a sheet for each list. */
export const applicationBook = async (
  people: readonly Cells[],
  lists: Partial<Record<ImportedList, readonly Cells[]>>,
) => ({
  name: '申报.xlsx',
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: await sheetOfProjects(people, lists),
});

/** A PDF of one page with these lines on it. */
export const pdf = async (title: string, lines: readonly string[] = []) => {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const page = document.addPage();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const [index, line] of lines.entries())
    page.drawText(line, { x: 60, y: page.getHeight() - 80 - index * 24, size: 12, font });
  return Buffer.from(await document.save());
};

/** A ZIP of these files by their names. */
export const archive = (files: Record<string, Buffer>) => ({
  name: '材料.zip',
  mimeType: 'application/zip',
  buffer: zip(files),
});
