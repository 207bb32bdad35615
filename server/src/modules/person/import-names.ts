import { plainName } from '@zhiping/shared/rules/person/name.ts';
import { nearestOf } from '@zhiping/shared/rules/person/nearest.ts';
import type { Deps } from '../../deps.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Principal } from '../../platform/auth/principal.ts';
import { findDictMap } from '../dict/dict.queries.ts';
import { unitName } from '../school/unit-name.ts';
import { findAllFullNames } from '../subject/subject.queries.ts';
import type { Meaning } from '../../platform/sheets/validate-rows.ts';

/** The value of a name in a sheet, or the candidates: several of that name, or similar ones. */
type Found<T> = { value: T } | { candidates: string[]; isAmbiguous: boolean };
type Look<T> = (written: string) => Found<T>;

type ImportNames = {
  school: Look<number>;
  subject: Look<string[]>;
  titleSeries: Look<string>;
  titleLevel: Look<string>;
};

/** Label of a column's values, and the message for an unknown name. */
export const finder =
  (look: Look<unknown>, { noun, code, instead }: { noun: string; code: string; instead: unknown }) =>
  (written: string): Meaning => {
    const found = look(written);
    if ('value' in found) return found;
    const names = found.candidates.map((name) => `「${name}」`).join('、');
    if (found.isAmbiguous)
      return { code: 'AMBIGUOUS', message: `有多个这样的${noun}：${names}，请写完整名称`, instead };
    const near = names ? `，相近的有：${names}` : '';
    return { code, message: `${noun}不存在${near}`, instead };
  };

/** Problems of an identity number, as codes of the report (specification §6). */
export const idCardCodes: Record<string, string> = {
  check: 'CHECKSUM',
  form: 'FORM',
  region: 'REGION',
  date: 'DATE',
};

/** A name written with other spaces or brackets is the same name. */
const folded = (name: string) =>
  plainName(name)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, '')
    .replaceAll(/[-－—–>›/]+/g, '-');

/** A name, what it stands for, and how that is written in full. */
type Entry<T> = readonly [name: string, value: T, full: string];

const MAX_CANDIDATES = 3;
/** No name of a register is as long, not even with all that stands above it. */
const MAX_WRITTEN = 1000;

/** Names to values; what several values share stands for none of them. The likeness of a name is worked out once. */
export const lookIn = <T>(entries: readonly Entry<T>[]): Look<T> => {
  const values = Map.groupBy(entries, ([name]) => folded(name));
  const nearest = new Map<string, string[]>();
  let search: ReturnType<typeof nearestOf> | undefined;
  return (written) => {
    if (written.length > MAX_WRITTEN) return { candidates: [], isAmbiguous: false };
    const found = new Map((values.get(folded(written)) ?? []).map(([, value, full]) => [full, value]));
    const [first] = found;
    if (first && found.size === 1) return { value: first[1] };
    if (first) return { candidates: [...found.keys()].slice(0, MAX_CANDIDATES), isAmbiguous: true };
    search ??= nearestOf([...new Set(entries.map(([, , full]) => full))]);
    const near = nearest.get(written) ?? search(written, MAX_CANDIDATES);
    nearest.set(written, near);
    return { candidates: near, isAmbiguous: false };
  };
};

const findSchools = (db: Db, actor: Principal) =>
  db
    .selectFrom('school')
    .innerJoin('dept', 'dept.id', 'school.dept_id')
    .leftJoin('dept as parent', 'parent.id', 'dept.pid')
    .select(['dept.id', 'dept.name', 'school.code', 'parent.name as parent', unitName().as('placed')])
    .where('dept.enabled', '=', true)
    .execute()
    .then((rows) =>
      actor.deptScope === null ? rows : rows.filter(({ id }) => actor.deptScope?.includes(id)),
    );

/** By full name, by path, by code, and by the last part of the name where only one subject has it. */
const subjectEntries = (names: Map<string, string>) =>
  [...names].flatMap(([key, fullName]) => {
    const path = key.split('/');
    const code = path.at(-1)!.split('_').at(-1)!;
    const last = fullName.split(' - ').at(-1)!;
    return [fullName, key, code, last].map((name) => [name, path, fullName] as const);
  });

/** The registers that an import names things of, as far as the actor may use them. */
export const readImportNames = async (
  { db, registerCache }: Pick<Deps, 'db' | 'registerCache'>,
  actor: Principal,
): Promise<ImportNames> => {
  const [schools, names, dicts] = await Promise.all([
    findSchools(db, actor),
    findAllFullNames({ db, registerCache }),
    findDictMap(db, ['title_series', 'title_level']),
  ]);
  const homonyms = new Set(
    Map.groupBy(schools, ({ name }) => name)
      .entries()
      .filter(([, rows]) => rows.length > 1)
      .map(([name]) => name),
  );
  const inDict = (dict: string): Look<string> =>
    lookIn(
      (dicts[dict] ?? []).flatMap(({ label, value }) => [label, value].map((name) => [name, value, label])),
    );
  return {
    school: lookIn(
      schools.flatMap(({ id, name, code, parent, placed }) => {
        const full = homonyms.has(name) ? `${parent} - ${name}` : name;
        // As lists and exports write it, too.
        const names = [name, placed, `${parent}-${name}`, String(id), ...(code ? [code] : [])];
        return names.map((one) => [one, id, full] as const);
      }),
    ),
    subject: lookIn(subjectEntries(names)),
    titleSeries: inDict('title_series'),
    titleLevel: inDict('title_level'),
  };
};
