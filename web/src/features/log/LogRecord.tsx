import { recordText } from '@zhiping/shared/rules/log/record.ts';
import { Link } from 'react-router';

type Shown = Parameters<typeof recordText>[0] & { link: string | null };

/** The record that was acted on, as a link for readers who may open it. */
export const LogRecord = ({ record }: { record: Shown }) =>
  record.link ? <Link to={record.link}>{recordText(record)}</Link> : recordText(record);
