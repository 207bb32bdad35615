/** Columns of the sheet, each with the field of the record that it fills. */
export const columns = {
  name: '姓名',
  idCard: '身份证号码',
  gender: '性别',
  phone: '手机号码',
  email: '邮箱',
  schoolId: '单位',
  department: '院系或部门',
  titleSeries: '职称系列',
  titleLevel: '职称层级',
  titleName: '职称名称',
  'subjects.0': '学科一',
  'subjects.0.keywords': '关键词一',
  'subjects.1': '学科二',
  'subjects.1.keywords': '关键词二',
  'subjects.2': '学科三',
  'subjects.2.keywords': '关键词三',
  retired: '已退休',
  maxLoad: '最大承担量',
  note: '备注',
} as const;
export type ImportField = keyof typeof columns;
export type Header = (typeof columns)[ImportField];

/** One row as it was written, before anything is known of it. `row` is what the sender calls it. */
export type RawRow = { row: number; values: Record<string, unknown> };

const listOf = (cell: string) =>
  cell
    .split(/[,，、;；]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** Rows of a sheet in the shape that JSON has; empty subjects are left out, later ones move up. */
export const rowOfSheet = ({ row, values }: { row: number; values: Record<Header, string> }): RawRow => {
  const simple = Object.entries(columns).filter(([field]) => !field.startsWith('subjects'));
  const subjects = ([0, 1, 2] as const)
    .map((rank) => ({
      path: values[columns[`subjects.${rank}`]],
      keywords: listOf(values[columns[`subjects.${rank}.keywords`]]),
    }))
    .filter(({ path }) => path !== '');
  return {
    row,
    values: {
      ...Object.fromEntries(simple.map(([field, header]) => [field, values[header]])),
      retired: values.已退休 || undefined,
      subjects,
    },
  };
};
