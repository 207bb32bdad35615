import type { ColumnType } from 'kysely';

/** Kinds of columns. */

export type Time = ColumnType<Date, Date | string, Date | string>;
export type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Now = ColumnType<Date, Date | string | undefined, Date | string>;
export type Gender = '男' | '女';
