import { formatDateTime } from '@zhiping/shared/schemas.ts';

/** Days and times as everybody here reads them, whatever the clock of the machine is set to: yyyy-MM-dd, and with HH:mm. */
export const dayOf = (at: Date) => formatDateTime(at).slice(0, 10);
export const minuteOf = (at: Date) => formatDateTime(at).slice(0, 16);
/** HH:mm */
export const timeOf = (at: Date) => minuteOf(at).slice(11);
