/** Columns of a result as a sheet: one row a file, five for each of its places. */

export const fileColumns = {
  no: '编号',
  bagNo: '袋号',
  title: '申报职称',
  subject: '学科',
  school: '学校',
} as const;

/** The columns of one place, the first is 1. */
export const placeColumns = (place: number) => ({
  expert: `专家${place}`,
  unit: `单位${place}`,
  match: `匹配${place}`,
  ring: `层次${place}`,
  fixed: `固定${place}`,
});

/** A name, with the number of the expert where others have the same one: 张伟#1024. */
export const writtenName = (name: string, id: number, isShared: boolean) =>
  isShared ? `${name}#${id}` : name;

const NUMBERED = /^(?<name>.*?)[#＃](?<id>\d{1,15})$/;

/** Meaning of a written name. */
export const readName = (written: string): { name: string; id: number | null } => {
  const { name, id } = NUMBERED.exec(written.trim())?.groups ?? {};
  return name === undefined || id === undefined
    ? { name: written.trim(), id: null }
    : { name: name.trim(), id: Number(id) };
};
