import { z } from 'zod';
import { abilities } from '../rules/denial.ts';
import { materialFormats } from '../rules/file-formats.ts';
import { titleLevels } from '../rules/inspect-expert.ts';
import { ProjectForm } from '../rules/project-form/form.ts';
import { type ProjectState, projectStates } from '../rules/project-states.ts';
import { materialTypes } from '../rules/review-rules/facts.ts';
import { FrozenRules } from '../rules/review-rules/frozen-rules.ts';
import { dateTime } from '../schemas.ts';

const keysOf = <K extends string>(words: Readonly<Record<K, string>>) => Object.keys(words) as [K, ...K[]];

export const State = z.enum(keysOf<ProjectState>(projectStates));

export const Material = z.object({
  id: z.number(),
  type: z.enum(keysOf(materialTypes)),
  /** The entry of the form that it proves or is the full text of. */
  entryKey: z.string().nullable(),
  /** The proof that the cycle asks for. */
  proof: z.string().nullable(),
  name: z.string(),
  format: z.enum(materialFormats),
  bytes: z.number(),
  pages: z.number().nullable(),
  createTime: dateTime,
});
export type Material = z.output<typeof Material>;

/** What an applicant sees of his own application. */
export const ApplicantProject = z.object({
  view: z.literal('applicant'),
  id: z.number(),
  no: z.string().nullable(),
  state: State,
  cycle: z.object({
    id: z.number(),
    name: z.string(),
    year: z.number(),
    organiser: z.string(),
    suspendedReason: z.string().nullable(),
    applyOpensAt: dateTime.nullable(),
    applyClosesAt: dateTime.nullable(),
    reportClosesAt: dateTime.nullable(),
    cutoffDay: z.string(),
    blind: z.boolean(),
    targets: z.array(z.object({ titleSeries: z.string(), titleLevel: z.enum(titleLevels) })),
    proofs: z.array(
      z.object({ name: z.string(), note: z.string().nullable(), substitute: z.string().nullable() }),
    ),
    rules: FrozenRules,
    ruleVersion: z.number(),
    commitment: z
      .object({ id: z.number(), title: z.string(), body: z.string(), version: z.number(), hash: z.string() })
      .nullable(),
  }),
  person: z.object({
    name: z.string(),
    gender: z.string().nullable(),
    birthDate: z.string().nullable(),
    /** Masked. */
    idCard: z.string(),
    schoolName: z.string(),
  }),
  form: ProjectForm,
  version: z.number(),
  savedAt: dateTime,
  materials: z.array(Material),
  otherApplications: z.number(),
  submittedAt: dateTime.nullable(),
  isLate: z.boolean(),
  /** Each time it was handed in, the newest first. */
  snapshots: z.array(
    z.object({ round: z.number(), hash: z.string(), ruleVersion: z.number(), at: dateTime }),
  ),
  signatures: z.array(z.object({ title: z.string(), version: z.number(), hash: z.string(), at: dateTime })),
  history: z.array(z.object({ event: z.string(), note: z.string().nullable(), at: dateTime })),
  can: abilities(['edit', 'submit', 'recall', 'withdraw']),
});
export type ApplicantProject = z.output<typeof ApplicantProject>;
