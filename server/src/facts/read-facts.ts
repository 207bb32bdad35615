import { readFileSync } from 'node:fs';

/** The public registers of `server/facts`, as typed rows. Read once, by the first migration run and by tests. */

type Cells = Record<string, string>;

const readTable = (name: string): Cells[] => {
  const text = readFileSync(new URL(`../../facts/${name}.tsv`, import.meta.url), 'utf8');
  const [header, ...lines] = text.trimEnd().split('\n');
  const columns = header!.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
};

const catalogs = ['graduate', 'undergraduate', 'vocational'] as const;
type SubjectCatalog = (typeof catalogs)[number];

type SubjectFact = {
  catalog: SubjectCatalog;
  subjectCategoryCode: string;
  subjectCategory: string;
  professionalCategoryCode: string;
  professionalCategory: string;
  professionalClassCode: string | null;
  professionalClass: string | null;
};

export const readSubjects = (): SubjectFact[] =>
  catalogs.flatMap((catalog) =>
    readTable(catalog).map((row) => ({
      catalog,
      subjectCategoryCode: row.subject_category_code!,
      subjectCategory: row.subject_category!,
      professionalCategoryCode: row.professional_category_code!,
      professionalCategory: row.professional_category!,
      professionalClassCode: row.professional_class_code || null,
      professionalClass: row.professional_class || null,
    })),
  );

export type SchoolFact = {
  code: string;
  name: string;
  province: string;
  /** 主管部门. */
  department: string;
  level: string;
  note: string | null;
  city: string;
};

export const readSchools = (): SchoolFact[] =>
  readTable('schools').map((row) => ({
    code: row.code!,
    name: row.name!,
    province: row.province!,
    department: row.department!,
    level: row.level!,
    note: row.note || null,
    city: row.city!,
  }));

export type TitleFact = {
  seriesNo: number;
  series: string;
  track: string | null;
  level: string;
  name: string;
  basis: string;
};

export const readTitles = (): TitleFact[] =>
  readTable('titles').map((row) => ({
    seriesNo: Number(row.series_no),
    series: row.series!,
    track: row.track || null,
    level: row.level!,
    name: row.name!,
    basis: row.basis!,
  }));
