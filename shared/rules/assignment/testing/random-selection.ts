import { titleLevels } from '../../expert/title-levels.ts';
import { pathOfCode } from '../../subject/path.ts';
import {
  DEFAULT_PARAMS,
  limitsOf,
  type Selection,
  type SelectionExpert,
  type SelectionFile,
  type SelectionParams,
} from '../selection.ts';
import { createDice } from './random-instance.ts';

export const SEED = '0123456789abcdef'.repeat(4);

/** An expert without any reason for exclusion. */
export const expertOf = (patch: Partial<SelectionExpert> = {}): SelectionExpert => ({
  id: 1,
  schoolId: 100,
  province: '北京市',
  subjects: [pathOfCode('under', '080901')],
  series: 'teacher',
  level: 'fullSenior',
  rating: 3,
  openLoad: 0,
  cap: 5,
  floor: 0,
  lastDrawnDay: null,
  termEndsAt: '2027-12-31',
  isEnabled: true,
  isConfirmed: true,
  isAbsent: false,
  isRetired: false,
  hasContact: true,
  isApplicant: false,
  ...patch,
});

export const fileOf = (patch: Partial<SelectionFile> = {}): SelectionFile => ({
  id: 1,
  subjects: [pathOfCode('under', '080901')],
  series: 'teacher',
  level: 'associateSenior',
  schoolId: 200,
  province: '北京市',
  need: 3,
  ...patch,
});

export const paramsOf = (patch: Partial<SelectionParams> = {}): SelectionParams => ({
  ...DEFAULT_PARAMS,
  mode: 'drawOptimise',
  today: '2026-11-23',
  seed: SEED,
  limits: limitsOf(),
  ...patch,
});

/** A small selection of any kind, with every reason for which a pair may be refused. */
export const randomSelection = (seed: number, patch: Partial<SelectionParams> = {}): Selection => {
  const dice = createDice(seed);
  const pick = <T>(values: readonly T[]) => values[dice(values.length)]!;
  const rarely = () => dice(12) === 0;
  const subject = () =>
    dice(4) === 0
      ? pathOfCode('grad', pick(['0812', '0835', '0301']))
      : pathOfCode('under', pick(['080901', '080902', '080703', '0809', '030101', '030102']));
  const files = Array.from({ length: 1 + dice(12) }, (_, at) =>
    fileOf({
      id: 900 + at,
      subjects: dice(4) === 0 ? [subject(), subject()] : [subject()],
      level: pick(titleLevels.slice(0, 3)),
      schoolId: rarely() ? null : dice(4),
      province: rarely() ? null : pick(['北京市', '河北省']),
      need: dice(5),
      series: pick(['teacher', 'research']),
    }),
  );
  const provinces = ['北京市', '河北省', '山西省', null];
  const schoolOf = (schoolId: number | null) => ({
    schoolId,
    province: schoolId === null ? pick(provinces) : provinces[schoolId % 4]!,
  });
  const experts = Array.from({ length: 1 + dice(25) }, (_, at) => {
    const cap = dice(7);
    return expertOf({
      id: `e${at}`,
      ...schoolOf(rarely() ? null : dice(8)),
      subjects: Array.from({ length: 1 + dice(3) }, subject),
      level: rarely() ? null : pick(titleLevels.slice(0, 3)),
      series: pick(['teacher', 'teacher', 'research']),
      rating: dice(6),
      openLoad: dice(3),
      cap,
      floor: dice(Math.min(3, cap + 1)),
      lastDrawnDay: pick([null, '2026-11-20', '2026-10-24', '2026-10-25']),
      termEndsAt: rarely() ? null : pick(['2027-01-01', '2026-11-23', '2026-11-22']),
      isEnabled: !rarely(),
      isConfirmed: !rarely(),
      isAbsent: rarely(),
      isRetired: rarely(),
      hasContact: !rarely(),
      isApplicant: rarely(),
    });
  });
  const conflicts = Array.from({ length: dice(20) }, () => ({
    file: pick(files).id,
    expert: pick(experts).id,
    severity: pick(['block', 'warn'] as const),
    words: '曾为同事',
  }));
  const apart = Array.from({ length: dice(4) }, () => ({ a: pick(experts).id, b: pick(experts).id }));
  const crosswalk = [{ a: ['grad', '08', '0812'], b: ['under', '08', '0809'] }];
  return {
    files,
    experts,
    conflicts,
    apart: apart.filter(({ a, b }) => a !== b),
    params: paramsOf({ crosswalk, ...patch }),
  };
};

/** Many projects want the same few experts, who have a place or two. */
export const crowdedSelection = (seed: number): Selection => {
  const selection = randomSelection(seed, {
    top: 1,
    hasFloors: seed % 3 === 0,
    widestRing: 2 + (seed % 2),
    limits: limitsOf((rule) => (rule.code === 'F2' ? { values: { least: seed % 2 } } : {})),
  });
  const { files, experts } = selection;
  return {
    ...selection,
    files: [...files, ...files.map((file) => ({ ...file, id: `b${file.id}` }))].map((file) => ({
      ...file,
      need: 1 + (seed % 2),
    })),
    experts: experts.map((expert, at) =>
      expertOf({
        ...expertOf(),
        id: expert.id,
        subjects: expert.subjects,
        schoolId: expert.schoolId,
        province: expert.province,
        cap: 1 + (at % 2),
        floor: at % 2,
      }),
    ),
  };
};
