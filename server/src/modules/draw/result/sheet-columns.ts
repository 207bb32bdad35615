/** Columns of a result as a sheet: one row for each project, five columns for each expert. */

export const fileColumns = {
  no: '编号',
  bagNo: '袋号',
  title: '申报职称',
  subject: '学科',
  school: '学校',
} as const;

/** Columns of one expert of a project; experts are numbered from 1. */
export const placeColumns = (place: number) => ({
  expert: `专家${place}`,
  unit: `单位${place}`,
  match: `匹配${place}`,
  ring: `层次${place}`,
  fixed: `固定${place}`,
});

/** A name, with the number of the expert if others have the same name: 张伟#1024. */
export const writtenName = (name: string, id: number, isShared: boolean) =>
  isShared ? `${name}#${id}` : name;

const NUMBERED = /^(?<name>.*?)[#＃](?<id>\d{1,15})$/;

/** Splits a written name into the name and the number, if any. */
export const readName = (written: string): { name: string; id: number | null } => {
  const { name, id } = NUMBERED.exec(written.trim())?.groups ?? {};
  return name === undefined || id === undefined
    ? { name: written.trim(), id: null }
    : { name: name.trim(), id: Number(id) };
};
