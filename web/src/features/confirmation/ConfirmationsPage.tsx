import { type Confirmation, confirmationApi } from '@zhiping/shared/contracts/confirmation.ts';
import { confirmedActs } from '@zhiping/shared/rules/confirmation/acts.ts';
import { type ConfirmationState, confirmationStates } from '@zhiping/shared/rules/confirmation/states.ts';
import { reasonOf } from '@zhiping/shared/rules/workflow/denial.ts';
import { Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Facts } from '../../kit/display/Facts.tsx';
import { ReasonDialog } from '../../kit/form/ReasonDialog.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { cell, text, type Column } from '../../kit/list/columns.tsx';
import { SelectFilter } from '../../kit/list/filters/filters.tsx';
import { ListPage } from '../../kit/list/ListPage.tsx';
import { call } from '../../lib/api.ts';
import { useList } from '../../lib/list-state.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const colors: Record<ConfirmationState, string> = {
  waiting: 'processing',
  confirmed: 'success',
  refused: 'error',
  withdrawn: 'default',
  lapsed: 'default',
};

const StateTag = ({ state }: Confirmation) => <Tag color={colors[state]}>{confirmationStates[state]}</Tag>;

const columns: Column<Confirmation>[] = [
  cell('act', '事项', ({ act }) => confirmedActs[act], { isLink: true, width: 150, mobile: 'title' }),
  text('summary', '内容', { grows: true, width: 300, mobile: 'field' }),
  cell('state', '状态', (row) => <StateTag {...row} />, { width: 96, mobile: 'status' }),
  text('askedBy', '提出人', { width: 150, mobile: 'field' }),
  text('askedAt', '提出时间', { width: 170, sort: 'askedAt', mobile: 'field' }),
  text('lapsesAt', '失效时间', { width: 170, sort: 'lapsesAt', hidePriority: 1 }),
  text('answeredBy', '复核人', { width: 150, mobile: 'field', hidePriority: 2 }),
];

const ConfirmationFacts = (row: Confirmation) => (
  <Facts
    items={[
      ['事项', confirmedActs[row.act]],
      ['批次', row.cycleName],
      [
        '内容',
        <Link key="link" to={row.link}>
          {row.summary}
        </Link>,
      ],
      ['原因', row.reason],
      ['状态', <StateTag key="state" {...row} />],
      ['提出', `${row.askedBy} ${row.askedAt}`],
      ['失效时间', row.state === 'waiting' ? row.lapsesAt : null],
      ['复核', row.answeredBy && `${row.answeredBy} ${row.answeredAt}`],
      ['说明', row.note],
    ]}
  />
);

/** Acts that need a second person: who asked for them and who answered. */
export default function ConfirmationsPage() {
  const list = useList(confirmationApi.list);
  const confirm = useConfirm();
  const [refusing, setRefusing] = useState<Confirmation>();
  const done = async (words: string) => {
    notify.success(words);
    // The act changes what any other page shows.
    await queryClient.invalidateQueries();
  };
  const agree = (row: Confirmation) =>
    confirm({
      title: `复核同意：${confirmedActs[row.act]}`,
      consequence: `${row.summary}。同意后立即办理，您的姓名与提出人一起留在记录中。`,
      verb: '同意',
      act: async () => {
        await call(confirmationApi.confirm, { params: { id: row.id }, body: { note: null } });
        await done('已同意并办理');
      },
    });
  const withdraw = (row: Confirmation) =>
    confirm({
      title: '撤回复核事项',
      consequence: `${row.summary}。撤回后不再等待复核。`,
      verb: '撤回',
      act: async () => {
        await call(confirmationApi.withdraw, { params: { id: row.id } });
        await done('已撤回');
      },
    });
  return (
    <>
      <ListPage
        title="双人复核"
        row={{
          noun: '复核事项',
          idOf: ({ id }) => id,
          nameOf: ({ summary }) => summary,
          factsOf: ConfirmationFacts,
        }}
        list={list}
        columns={columns}
        search={
          <SelectFilter list={list} name="state" label="状态" options={optionsOf(confirmationStates)} />
        }
        filters={<SelectFilter list={list} name="act" label="事项" options={optionsOf(confirmedActs)} />}
        work={{
          rowActions: (row) => {
            if (row.state !== 'waiting') return [];
            if (row.can.withdraw !== undefined)
              return [{ label: '撤回', allow: 'confirmation:list', run: () => withdraw(row) }];
            return [
              {
                label: '同意',
                allow: 'confirmation:list',
                reason: reasonOf(row.can.confirm),
                run: () => agree(row),
              },
              {
                label: '不同意',
                allow: 'confirmation:list',
                reason: reasonOf(row.can.refuse),
                run: () => setRefusing(row),
              },
            ];
          },
        }}
      />
      {refusing && (
        <ReasonDialog
          title={`不同意：${confirmedActs[refusing.act]}`}
          verb="不同意"
          consequence={refusing.summary}
          schema={confirmationApi.refuse.body}
          onClose={() => setRefusing(undefined)}
          act={async (reason) => {
            await call(confirmationApi.refuse, {
              params: { id: refusing.id },
              body: { reason },
              quiet: true,
            });
            await done('已答复');
          }}
        />
      )}
    </>
  );
}
