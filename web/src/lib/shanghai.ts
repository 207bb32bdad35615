import { formatDateTime } from '@zhiping/shared/schemas.ts';

/** Days (yyyy-MM-dd) and times (yyyy-MM-dd HH:mm) in Asia/Shanghai, independent of the time zone of the machine. */
export const dayOf = (at: Date) => formatDateTime(at).slice(0, 10);
export const dateTimeOf = (at: Date) => formatDateTime(at).slice(0, 16);
/** HH:mm */
export const timeOf = (at: Date) => dateTimeOf(at).slice(11);
