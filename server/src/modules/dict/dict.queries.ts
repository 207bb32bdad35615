import type { DictDetail } from '@zhiping/shared/contracts/dict.ts';
import { type Db, likePattern } from '../../platform/db.ts';
import { type Paging, paginate } from '../../platform/paginate.ts';

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
    ]);

type Row = Omit<DictDetail, 'dict'> & { dictId: number };
const detailOf = ({ dictId, ...row }: Row): DictDetail => ({ ...row, dict: { id: dictId } });

export const findDictDetails = async (db: Db, query: Paging & { dictName?: string; label?: string }) => {
  const { dictName, label } = query;
  const page = await paginate(
    query,
    selectDetails(db)
      .$if(!!dictName, (rows) => rows.where('dict.name', '=', dictName as string))
      .$if(!!label, (rows) =>
        rows.where((where) => where(where.fn('lower', ['label']), 'like', likePattern(label as string))),
      ),
    {
      id: 'dict_detail.id',
      label: 'dict_detail.label',
      value: 'dict_detail.value',
      dictSort: 'dict_detail.dict_sort',
    },
    [
      ['dict_detail.dict_sort', 'asc'],
      ['dict_detail.id', 'asc'],
    ],
  );
  return { ...page, content: page.content.map(detailOf) };
};

/** Details of several dictionaries by name, in order; a dictionary without any is an empty list. */
export const findDictMap = async (db: Db, names: string[]): Promise<Record<string, DictDetail[]>> => {
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
