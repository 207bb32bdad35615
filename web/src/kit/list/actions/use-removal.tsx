import type { BulkReport } from '@zhiping/shared/contracts/user.ts';
import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import type { z } from 'zod';
import { call } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { refresh } from '../../../lib/query-client.ts';
import type { RowKey } from '../../hooks/use-selection.ts';
import { useBulkReport } from './use-bulk-report.tsx';
import { useConfirm } from '../../hooks/use-confirm.ts';

export type Removal<T> = {
  /** Takes the ids as its body. It may return a report of the rows that could not be deleted. */
  api: Endpoint;
  allow: Permission;
  /** Sentence in the confirmation: what else is deleted with the rows. */
  consequence?: string;
  /** Other endpoints to refetch afterwards. */
  refreshes?: readonly Endpoint[];
  /** Why this row cannot be deleted; undefined if it can. */
  reason?: (row: T) => string | undefined;
};

type Named<T> = { noun: string; idOf: (row: T) => RowKey; nameOf: (row: T) => string };

const NAMED = 5;

const titleOf = (noun: string, names: readonly string[]) =>
  names.length === 1 ? `确定删除${noun}「${names[0]}」吗？` : `确定删除 ${names.length} 个${noun}吗？`;

const listOf = (names: readonly string[]) =>
  names.length === 1
    ? ''
    : `「${names.slice(0, NAMED).join('」「')}」${names.length > NAMED ? '等' : ''}将被删除。`;

/** Asks for confirmation, deletes, and shows the result. */
export const useRemoval = <T,>({ noun, idOf, nameOf }: Named<T>) => {
  const confirm = useConfirm();
  const report = useBulkReport();
  return ({ api, consequence = '', refreshes = [] }: Removal<T>, rows: readonly T[]) => {
    const names = rows.map(nameOf);
    confirm({
      title: titleOf(noun, names),
      consequence: `${listOf(names)}${consequence}` || undefined,
      verb: '删除',
      act: async () => {
        const body = rows.map(idOf);
        const answer = (await call<Endpoint>(api, { body } as object)) as
          | z.output<typeof BulkReport>
          | undefined;
        await refresh(api, ...refreshes);
        const done = names.length === 1 ? `${noun}「${names[0]}」已删除` : `已删除 ${names.length} 个${noun}`;
        if (answer) report(done, answer);
        else notify.success(done);
      },
    });
  };
};
