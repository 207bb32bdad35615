import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { Link, useNavigate } from 'react-router';
import { ActionButton } from './ActionButton.tsx';
import { usePermitted, type RowAction } from './actions.ts';
import './row-actions.css';

const INLINE = 2;

/** In pixels, see row-actions.css. */
const LETTER = 14;
const BESIDE_LETTERS = 12;
const MORE = 24;
const CELL_PADDING = 16;

const InlineAction = ({ of, href, ...action }: RowAction & { of: string }) => {
  const { label, reason, run, isDanger, shortcut } = action;
  const name = `${label} ${of}`;
  if (href === undefined || reason !== undefined)
    return (
      <ActionButton
        {...{ label, reason, run, isDanger, shortcut }}
        type="link"
        className="row-action"
        aria-label={name}
      />
    );
  return (
    <Link className="row-action" to={href} aria-label={name} aria-keyshortcuts={shortcut}>
      {label}
    </Link>
  );
};

const MoreActions = ({ actions, of }: { actions: readonly RowAction[]; of: string }) => {
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
      <Button type="text" className="row-more" icon={<MoreOutlined />} aria-label={`更多操作 ${of}`} />
    </Dropdown>
  );
};

/** Shows two actions; the others, and the rare ones, are behind ⋯. */
const visibleActions = (actions: readonly RowAction[]) => {
  const frequent = actions.filter(({ isRare }) => !isRare);
  const hasRare = frequent.length < actions.length;
  return frequent.filter(({ isDanger }) => !(hasRare && isDanger)).slice(0, INLINE);
};

/** Width in pixels that the column of actions needs. */
export const widthOfActions = (actions: readonly RowAction[]) => {
  const inline = visibleActions(actions);
  const words = inline.reduce((sum, { label }) => sum + label.length * LETTER + BESIDE_LETTERS, 0);
  return CELL_PADDING + words + (inline.length < actions.length ? MORE : 0);
};

type Props = {
  actions: readonly RowAction[];
  /** Name of the row. */
  rowName: string;
  isCompact?: boolean;
};

/** Actions of one row; on a phone all of them are behind ⋯. */
export const RowActions = ({ actions, rowName, isCompact = false }: Props) => {
  const permitted = usePermitted()(actions);
  const inline = isCompact ? [] : visibleActions(permitted);
  const rest = permitted.filter((action) => !inline.includes(action));
  return (
    <div className="row-actions">
      {inline.map((action, at) => (
        // The index as key keeps the focus when an action turns into its opposite, such as 固定 into 放开.
        <InlineAction key={at} {...action} of={rowName} />
      ))}
      {rest.length > 0 && <MoreActions actions={rest} of={rowName} />}
    </div>
  );
};
