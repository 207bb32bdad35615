import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePermitted, type RowAction } from './actions.ts';
import './row-actions.css';

const INLINE = 2;

/** Stays reachable by keyboard, so that the reason can be read there too. */
const Refused = ({ label, reason }: { label: string; reason: string }) => {
  const id = useId();
  return (
    <>
      <Tooltip title={reason}>
        <Button type="link" className="row-action refused" aria-disabled aria-describedby={id}>
          {label}
        </Button>
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  );
};

const Inline = ({ label, reason, href, run, isDanger, shortcut }: RowAction) => {
  if (reason) return <Refused label={label} reason={reason} />;
  if (href !== undefined) {
    return (
      <Link className="row-action" to={href} aria-keyshortcuts={shortcut}>
        {label}
      </Link>
    );
  }
  return (
    <Button type="link" className="row-action" danger={isDanger} aria-keyshortcuts={shortcut} onClick={run}>
      {label}
    </Button>
  );
};

const More = ({ actions }: { actions: readonly RowAction[] }) => {
  const navigate = useNavigate();
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={(trigger) => trigger.closest('main') ?? document.body}
      menu={{
        items: actions.map(({ label, reason, isDanger }) => ({
          key: label,
          label: reason ? `${label}（${reason}）` : label,
          disabled: reason !== undefined,
          danger: isDanger && !reason,
        })),
        onClick: ({ key }) => {
          const { href, run } = actions.find(({ label }) => label === key)!;
          if (href === undefined) run?.();
          else void navigate(href);
        },
      }}
    >
      <Button type="text" className="row-more" icon={<MoreOutlined />} aria-label="更多操作" />
    </Dropdown>
  );
};

type Props = { actions: readonly RowAction[]; isCompact?: boolean };

/** What can be done with one row: two things in sight, the rest and what is rare behind ⋯, where everything is on a phone. */
export const RowActions = ({ actions, isCompact = false }: Props) => {
  const permitted = usePermitted()(actions);
  const most = isCompact ? 0 : INLINE;
  const frequent = permitted.filter(({ isRare }) => !isRare);
  const hasRare = frequent.length < permitted.length;
  const inline = frequent.filter(({ isDanger }) => !(hasRare && isDanger)).slice(0, most);
  const rest = permitted.filter((action) => !inline.includes(action));
  return (
    <div className="row-actions">
      {inline.map((action) => (
        <Inline key={action.label} {...action} />
      ))}
      {rest.length > 0 && <More actions={rest} />}
    </div>
  );
};
