import { sql } from 'kysely';
import { ringWords } from '@zhiping/shared/rules/assignment/subject-distance.ts';
import type { Bytes } from '@zhiping/shared/endpoint.ts';
import type { Principal } from '../../../platform/auth/principal.ts';
import type { Db } from '../../../platform/database/db.ts';
import { exportSheet, type SheetColumn } from '../../../platform/sheets/export-sheet.ts';
import { isAssigned } from '../../assignment/assignment.policy.ts';
import { holdsPlace } from '../../assignment/assignment-workflow.ts';
import { requireReadable } from './open-result.ts';
import { requireResult } from './result.queries.ts';
import { fileColumns, placeColumns, writtenName } from './sheet-columns.ts';

type SheetPlace = {
  expertId: number;
  name: string;
  isShared: boolean;
  unit: string | null;
  match: number;
  ring: number;
  isFixed: boolean;
};
type SheetRow = Record<keyof typeof fileColumns, string | null> & {
  id: number;
  places: (SheetPlace | undefined)[];
};

const findSheetFiles = (db: Db, reader: Principal, ids: readonly number[]) =>
  db
    .selectFrom('project')
    .innerJoin('dept', 'dept.id', 'project.school_id')
    .select([
      'project.id',
      'project.no',
      'bag_no as bagNo',
      'title_name as title',
      'dept.name as school',
      sql<string | null>`project.form #>> '{target,subjects,0,fullName}'`.as('subject'),
    ])
    .where('project.id', 'in', [...ids, 0])
    .where(isAssigned(reader))
    .orderBy('project.no')
    .execute();

const findSheetPlaces = (db: Db, drawId: number) =>
  db
    .selectFrom('assignment')
    .innerJoin('expert', 'expert.id', 'expert_id')
    .leftJoin('dept', 'dept.id', 'expert.school_id')
    .select([
      'project_id as file',
      'expert_id as expertId',
      'expert.name',
      'dept.name as unit',
      'parts',
      'is_fixed as isFixed',
      sql<boolean>`exists (select from expert other where other.name = expert.name and other.id <> expert.id
        and other.accepted_at is not null)`.as('isShared'),
    ])
    .where('draw_id', '=', drawId)
    .where(holdsPlace)
    .orderBy('project_id')
    .orderBy('slot')
    .execute();

const columnsOf = (most: number): SheetColumn<SheetRow>[] => [
  ...(Object.entries(fileColumns) as [keyof typeof fileColumns, string][]).map(
    ([field, header]): SheetColumn<SheetRow> => [header, (row) => row[field]],
  ),
  ...Array.from({ length: most }, (_, at): SheetColumn<SheetRow>[] => {
    const headers = placeColumns(at + 1);
    const of = (value: (place: SheetPlace) => string | number | boolean | null) => (row: SheetRow) => {
      const place = row.places[at];
      return place ? value(place) : null;
    };
    return [
      [headers.expert, of(({ name, expertId, isShared }) => writtenName(name, expertId, isShared))],
      [headers.unit, of(({ unit }) => unit)],
      [headers.match, of(({ match }) => match / 100)],
      [headers.ring, of(({ ring }) => ringWords[ring as 0 | 1 | 2 | 3])],
      [headers.fixed, of(({ isFixed }) => isFixed)],
    ];
  }).flat(),
];

async function* inOrder(rows: readonly SheetRow[]) {
  yield* rows;
}

/** The present result as a sheet, one row for each project. A changed sheet can be imported again. */
export const exportResult = async (db: Db, reader: Principal, id: number): Promise<Bytes> => {
  const { draw, roster } = await requireResult(db, reader, id);
  await requireReadable(db, reader, draw, 'sheet');
  const [files, places] = await Promise.all([
    findSheetFiles(
      db,
      reader,
      roster.files.map((file) => Number(file.id)),
    ),
    findSheetPlaces(db, id),
  ]);
  const byFile = Map.groupBy(places, ({ file }) => file);
  const most = Math.max(1, ...roster.files.map(({ need }) => need));
  const rows = files.map((file): SheetRow => ({
    ...file,
    places: (byFile.get(file.id) ?? []).map(({ parts, ...place }) => ({
      ...place,
      match: parts.match,
      ring: parts.ring,
    })),
  }));
  // Excel allows 31 characters for the name of a sheet.
  const sheet = exportSheet(`第${draw.no}次抽取结果`, inOrder(rows), columnsOf(most));
  return { ...sheet, fileName: `${draw.name}-${sheet.fileName}` };
};
