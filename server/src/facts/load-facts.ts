import type pg from 'pg';
import { SUBJECT_CATALOG_DICT, TOP_SCHOOL_PID } from '@zhiping/shared/constants.ts';
import { subjectSearchText } from '../modules/subject/search-text.ts';
import { searchTextOf } from '../platform/pinyin.ts';
import { readSchools, readSubjects, readTitles } from './read-facts.ts';

/** Load the public registers into an empty database: about 5 000 rows, in one statement a table. */
export const loadFacts = async (client: pg.ClientBase) => {
  await loadSubjects(client);
  await loadSchools(client);
  await loadTitles(client);
};

const loadSubjects = async (client: pg.ClientBase) => {
  const rows = readSubjects().map((subject) => ({
    ...subject,
    searchText: subjectSearchText(subject),
  }));
  await client.query(
    `insert into subject (catalog, subject_category_code, subject_category, professional_category_code,
       professional_category, professional_class_code, professional_class, search_text)
     select catalog, "subjectCategoryCode", "subjectCategory", "professionalCategoryCode", "professionalCategory",
       "professionalClassCode", "professionalClass", "searchText"
     from jsonb_to_recordset($1) as fact (catalog text, "subjectCategoryCode" text, "subjectCategory" text,
       "professionalCategoryCode" text, "professionalCategory" text, "professionalClassCode" text,
       "professionalClass" text, "searchText" text)
     where exists (select from dict_detail dd join dict d on d.id = dd.dict_id and d.name = $2 where dd.value = catalog)`,
    [JSON.stringify(rows), SUBJECT_CATALOG_DICT],
  );
};

const loadSchools = async (client: pg.ClientBase) => {
  const rows = readSchools().map((school) => ({
    ...school,
    searchText: searchTextOf(school.name, school.code),
  }));
  await client.query(
    `with fact as (
       select nextval(pg_get_serial_sequence('dept', 'id')) as id, listed.*
       from rows from (jsonb_to_recordset($1) as (code text, name text, province text, city text, department text,
         level text, note text, "searchText" text)) with ordinality as listed (code, name, province, city, department,
         level, note, search_text, position)
     ), added as (
       insert into dept (id, pid, name, sort, search_text)
       select id, $2, name, position, search_text from fact
     )
     insert into school (dept_id, code, province, city, department, level, note)
     select id, code, province, city, department, level, note from fact`,
    [JSON.stringify(rows), TOP_SCHOOL_PID],
  );
};

const loadTitles = async (client: pg.ClientBase) => {
  const titles = readTitles();
  const series = [...new Map(titles.map((title) => [title.seriesNo, title.series]))];
  await client.query(
    `insert into dict_detail (dict_id, label, value, dict_sort)
     select dict.id, label, number::text, number
     from dict, unnest($1::int[], $2::text[]) as series (number, label) where dict.name = 'title_series'`,
    [series.map(([number]) => number), series.map(([, label]) => label)],
  );
  await client.query(
    `insert into title_name (series, track, level, name, basis)
     select "seriesNo"::text, track, level.value, fact.name, basis
     from jsonb_to_recordset($1) as fact ("seriesNo" int, track text, level text, name text, basis text)
     join dict on dict.name = 'title_level'
     join dict_detail level on level.dict_id = dict.id and level.label = fact.level`,
    [JSON.stringify(titles)],
  );
};
