import { createPairRows } from '@zhiping/shared/rules/assignment/pair-rows.ts';
import type { PairParts } from '@zhiping/shared/rules/assignment/pair-parts.ts';
import type { Selection } from '@zhiping/shared/rules/assignment/selection.ts';
import {
  createExclusion,
  isHome,
  placesOf,
  positionsOf,
} from '@zhiping/shared/rules/assignment/exclusion.ts';
import { type Place, type PlaceChange, changesTo } from '@zhiping/shared/rules/draw/changes.ts';
import type { Problem, ReadRow } from './read-sheet.ts';
import { placeColumns } from './sheet-columns.ts';

type Checked = {
  changes: PlaceChange[];
  fixed: { file: number; expert: number; isFixed: boolean }[];
  problems: Problem[];
};

/** Match points of a manually chosen pair without the random part; null if the pair is not allowed. */
const createPartsOf = (selection: Selection) => {
  const rows = createPairRows(selection);
  const { experts, params } = selection;
  return (file: number, expert: number): PairParts | null => {
    const row = rows.fill(file);
    const at = row.expert.subarray(0, row.length).indexOf(expert);
    if (at < 0) return null;
    const load = params.load.first + params.load.step * experts[expert]!.openLoad;
    const rating = Math.round(params.ratingPoints * 100 * (experts[expert]!.rating - 3));
    const [match, ring, warning] = [row.match[at]!, row.ring[at]!, row.warning[at]!];
    return { match, ring, rating, warning, noise: 0, load, total: match + rating - warning - load };
  };
};

type Report = (row: ReadRow, place: { at: number; written: string }, code: string, message: string) => void;

/** Reports experts over their limit in the rows that add them. */
const checkLoads = (
  selection: Selection,
  after: readonly { file: number; expert: number }[],
  coming: readonly { row: ReadRow; place: ReadRow['places'][number] }[],
  report: Report,
) => {
  const { expertAt } = positionsOf(selection);
  const counts = new Map<number, number>();
  for (const { expert } of after) counts.set(expert, (counts.get(expert) ?? 0) + 1);
  for (const { row, place } of coming) {
    const expert = selection.experts[expertAt.get(place.expert)!]!;
    const most = placesOf(expert, selection.params);
    const count = counts.get(place.expert) ?? 0;
    if (count > most)
      report(
        row,
        place,
        'OVERLOAD',
        `共分配 ${expert.openLoad + count} 份，最多 ${expert.openLoad + most} 份`,
      );
  }
};

/**
 * Checks one row: repeated experts, too many of one school or of the applicant's province, more experts than needed.
 */
const checkRow = (selection: Selection, row: ReadRow, report: Report) => {
  const { fileAt, expertAt } = positionsOf(selection);
  const file = selection.files[fileAt.get(row.file)!]!;
  const { need, held = [] } = file;
  const before = held.flatMap((id) => selection.experts[expertAt.get(id) ?? -1] ?? []);
  const { oneOfASchool, otherProvinces } = selection.params.limits;
  const most = oneOfASchool?.most ?? Infinity;
  const least = otherProvinces?.least ?? 0;
  let home = before.filter((expert) => isHome(file, expert)).length;
  const schools = new Map<number, number>();
  for (const { schoolId } of before)
    if (schoolId !== null) schools.set(schoolId, (schools.get(schoolId) ?? 0) + 1);
  const seen = new Set<number>();
  for (const place of row.places) {
    if (place.at > need) report(row, place, 'TOO_MANY', `这份材料只需 ${need} 位专家`);
    if (held.includes(place.expert)) {
      report(row, place, 'HELD', '已在评审这份材料');
      continue;
    }
    if (seen.has(place.expert)) {
      report(row, place, 'TWICE', '同一位专家在这份材料中出现两次');
      continue;
    }
    seen.add(place.expert);
    const expert = selection.experts[expertAt.get(place.expert)!]!;
    if (isHome(file, expert)) home += 1;
    if (isHome(file, expert) && home > Math.max(0, need + before.length - least))
      report(row, place, 'OTHER_PROVINCES', `外省专家至少 ${least} 人`);
    const { schoolId } = expert;
    if (schoolId === null) continue;
    const count = (schools.get(schoolId) ?? 0) + 1;
    schools.set(schoolId, count);
    if (count > most) report(row, place, 'SAME_SCHOOL', `同一学校的专家最多 ${most} 人`);
  }
};

/**
 * The changes in the rows of a sheet, or their problems by row and column. Staying experts are not checked again. New
 * ones must be allowed by rules and conflicts, and the limits of loads and schools must hold for the whole result.
 * `selection` contains the present facts.
 */
export const checkSheet = (
  selection: Selection,
  places: readonly Place[],
  rows: readonly ReadRow[],
  { reason, freeSlotOf }: { reason: string; freeSlotOf: (file: number) => () => number },
): Checked => {
  const problems: Problem[] = [];
  const report: Report = ({ row }, { at, written }, code, message) => {
    const column = placeColumns(at).expert;
    problems.push({ row, field: column, column, value: written, code, message });
  };
  const { fileAt, expertAt } = positionsOf(selection);
  const whyNot = createExclusion(selection);
  const partsOf = createPartsOf(selection);
  const before = Map.groupBy(places, ({ file }) => file);
  const changedProjects = new Set(rows.map(({ file }) => file));
  const heldIn = (file: number) =>
    new Map((before.get(file) ?? []).map((place) => [place.held.expert, place]));
  const coming: { row: ReadRow; place: ReadRow['places'][number] }[] = [];
  const fixed: Checked['fixed'] = [];
  const wanted = rows.flatMap((row) => {
    checkRow(selection, row, report);
    const held = heldIn(row.file);
    return row.places.flatMap((place) => {
      const stays = held.get(place.expert);
      if (stays) {
        if (place.isFixed !== null && stays.held.isFixed !== place.isFixed)
          fixed.push({ file: row.file, expert: place.expert, isFixed: place.isFixed });
        return [{ file: row.file, expert: place.expert, parts: stays.held.parts }];
      }
      const [file, expert] = [fileAt.get(row.file)!, expertAt.get(place.expert)!];
      const denial = whyNot(file, expert);
      const parts = denial ? null : partsOf(file, expert);
      if (!parts) {
        report(
          row,
          place,
          denial?.code.toUpperCase() ?? 'NOT_ALLOWED',
          denial?.words ?? '这位专家不能评审这份材料',
        );
        return [];
      }
      coming.push({ row, place });
      return [{ file: row.file, expert: place.expert, parts }];
    });
  });
  const others = places
    .filter(({ file }) => !changedProjects.has(file))
    .map(({ file, held }) => ({ file, expert: held.expert }));
  checkLoads(selection, [...others, ...wanted], coming, report);
  const isFixed = new Map(coming.map(({ row, place }) => [`${row.file}/${place.expert}`, place.isFixed]));
  const changes = changesTo(
    places.filter(({ file }) => changedProjects.has(file)),
    wanted,
    freeSlotOf,
  ).map((change): PlaceChange => {
    const { file, in: into } = change;
    return into === null
      ? change
      : {
          ...change,
          in: { ...into, byHand: reason, isFixed: isFixed.get(`${file}/${into.expert}`) ?? false },
        };
  });
  return { changes, fixed, problems };
};
