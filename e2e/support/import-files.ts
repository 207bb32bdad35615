import { crc32, deflateRawSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { writeXlsx } from 'hucre/xlsx';
import { type ImportedList, listAt } from '../../shared/rules/project-form/imported-parts.ts';
import { checkCharacter } from '../../shared/rules/id-number.ts';
import { listColumns, personColumns } from '../../server/src/modules/project/import/import-columns.ts';
import { sheetFile } from './sheet.ts';

/** Values by the field of the form that each fills. */
export type Cells = Record<string, string>;

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

/** A workbook of applications: a row a person, and a sheet for each list. */
export const applicationBook = async (
  people: readonly Cells[],
  lists: Partial<Record<ImportedList, readonly Cells[]>>,
) => {
  const further = Object.entries(lists) as [ImportedList, readonly Cells[]][];
  const rowsOf = (columns: Readonly<Record<string, string>>, rows: readonly Cells[]) => [
    Object.values(columns),
    ...rows.map((row) => cells(columns, row)),
  ];
  const bytes = await writeXlsx({
    sheets: [
      { name: '申报人', rows: rowsOf(personColumns, people) },
      ...further.map(([path, rows]) => ({ name: listAt(path).title, rows: rowsOf(listColumns(path), rows) })),
    ],
  });
  return {
    name: '申报.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(bytes as Uint8Array),
  };
};

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
export const archive = (files: Record<string, Buffer>) => {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, data] of Object.entries(files)) {
    const [path, packed] = [Buffer.from(name), deflateRawSync(data)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return {
    name: '材料.zip',
    mimeType: 'application/zip',
    buffer: Buffer.concat([...locals, ...directory, end]),
  };
};
