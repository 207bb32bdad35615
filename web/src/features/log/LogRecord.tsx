import { recordText } from '@zhiping/shared/rules/log-record.ts';
import { Link } from 'react-router';

type Shown = Parameters<typeof recordText>[0] & { link: string | null };

/** What something was done to, and for whoever may see the record the way there. */
export const LogRecord = ({ record }: { record: Shown }) =>
  record.link ? <Link to={record.link}>{recordText(record)}</Link> : recordText(record);
