import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { holidayApi, type Holiday } from '@zhiping/shared/contracts/holiday.ts';
import { dayKinds } from '@zhiping/shared/rules/holiday/working-days.ts';
import { Button, Tag } from 'antd';
import { useNavigate } from 'react-router';
import { Can } from '../../kit/display/Can.tsx';
import { useConfirm } from '../../kit/hooks/use-confirm.ts';
import { call } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { refresh } from '../../lib/query-client.ts';

type Props = { corrections: readonly Holiday[]; hrefOf: (id: number) => string };

const Buttons = ({ correction: { id, day }, hrefOf }: { correction: Holiday } & Pick<Props, 'hrefOf'>) => {
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = () =>
    confirm({
      title: `撤销 ${day} 的更正`,
      consequence: '这一天恢复为国务院办公厅安排的样子；已经算出的截止时间不变。',
      verb: '撤销',
      act: async () => {
        await call(holidayApi.remove, { body: [id] });
        await refresh(holidayApi.year, holidayApi.period);
        notify.success('更正已撤销');
      },
    });
  return (
    <>
      <Button
        type="text"
        icon={<EditOutlined />}
        aria-label={`编辑 ${day} 的更正`}
        onClick={() => void navigate(hrefOf(id))}
      >
        编辑
      </Button>
      <Button type="text" icon={<DeleteOutlined />} aria-label={`撤销 ${day} 的更正`} onClick={remove}>
        撤销
      </Button>
    </>
  );
};

/** The corrections that the office has made in this year. */
export const Corrections = ({ corrections, hrefOf }: Props) => (
  <ul className="calendar-corrections">
    {corrections.map((correction) => {
      const { id, day, kind, name, remark, updateBy, updateTime } = correction;
      return (
        <li key={id}>
          <strong>{day}</strong>
          <Tag color={kind === 'work' ? 'warning' : 'success'}>{dayKinds[kind]}</Tag>
          <span>{name}</span>
          {remark && <span className="soft small">{remark}</span>}
          <span className="soft small">
            {updateBy} {updateTime}
          </span>
          <Can roles={['holiday:edit']}>
            <span className="calendar-buttons">
              <Buttons correction={correction} hrefOf={hrefOf} />
            </span>
          </Can>
        </li>
      );
    })}
  </ul>
);
