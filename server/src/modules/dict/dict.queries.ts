import { sql } from 'kysely';
import type { z } from 'zod';
import type { DictDetail } from '@zhiping/shared/contracts/dict.ts';
import { type Db, likePattern } from '../../platform/database/db.ts';
import { type Ordering, type Paging, paginate, streamed } from '../../platform/lists/paginate.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { contains, whereGiven } from '../../platform/database/where-given.ts';

const selectDetails = (db: Db) =>
  db
    .selectFrom('dict_detail')
    .innerJoin('dict', 'dict.id', 'dict_detail.dict_id')
    .select([
      'dict_detail.id',
      'dict.id as dictId',
      'dict.name as dictName',
      'dict_detail.label',
      'dict_detail.value',
      'dict_detail.dict_sort as dictSort',
      'dict_detail.version',
      'dict_detail.create_time as createTime',
    ]);

type Detail = z.input<typeof DictDetail>;
type Row = Omit<Detail, 'dict'> & { dictId: number };
const detailOf = ({ dictId, ...row }: Row): Detail => ({ ...row, dict: { id: dictId } });

const dictOrdering = {
  sortable: { id: 'id', name: 'name', createTime: 'create_time' },
  order: [['id', 'asc']],
} satisfies Ordering<Schema, 'dict'>;

const selectDicts = (db: Db, blurry?: string) =>
  db
    .selectFrom('dict')
    .select(['id', 'name', 'description', 'version', 'create_time as createTime'])
    .$call(
      whereGiven(blurry, (rows, given) =>
        rows.where(sql<boolean>`lower(name || ' ' || coalesce(description, '')) like ${likePattern(given)}`),
      ),
    );

export const findDicts = (db: Db, query: Paging & { blurry?: string }) =>
  paginate(query, selectDicts(db, query.blurry), dictOrdering);

export const findAllDicts = (db: Db) => selectDicts(db).orderBy('id').execute();

export const streamDicts = (db: Db, query: Pick<Paging, 'sort'> & { blurry?: string }) =>
  streamed(selectDicts(db, query.blurry), query.sort, dictOrdering);

export const findDictDetails = async (
  db: Db,
  query: Paging & { id?: number; dictName?: string; label?: string },
) => {
  const { id, dictName, label } = query;
  const page = await paginate(
    query,
    selectDetails(db)
      .$call(whereGiven(id, (rows, given) => rows.where('dict_detail.id', '=', given)))
      .$call(whereGiven(dictName, (rows, given) => rows.where('dict.name', '=', given)))
      .$call(whereGiven(label, (rows, given) => rows.where(contains('label', given)))),
    {
      sortable: {
        id: 'dict_detail.id',
        label: 'dict_detail.label',
        value: 'dict_detail.value',
        dictSort: 'dict_detail.dict_sort',
      },
      // Without a choice dictionary by dictionary, each in its own order.
      order: [
        ['dict_detail.dict_id', 'asc'],
        ['dict_detail.dict_sort', 'asc'],
        ['dict_detail.id', 'asc'],
      ],
    },
  );
  return { ...page, content: page.content.map(detailOf) };
};

/** Details of several dictionaries by name, in order; a dictionary without any is an empty list. */
export const findDictMap = async (db: Db, names: string[]): Promise<Record<string, Detail[]>> => {
  const rows = await selectDetails(db)
    .where('dict.name', 'in', names)
    .orderBy('dict_detail.dict_sort')
    .orderBy('dict_detail.id')
    .execute();
  return Object.fromEntries(
    names.map((name) => [name, rows.filter((row) => row.dictName === name).map(detailOf)]),
  );
};

/** Labels of a dictionary by value. */
export const findDictLabels = async (db: Db, name: string): Promise<Map<string, string>> => {
  const { [name]: details = [] } = await findDictMap(db, [name]);
  return new Map(details.map((detail) => [detail.value, detail.label]));
};
