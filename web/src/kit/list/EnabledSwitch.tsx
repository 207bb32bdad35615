import type { Permission } from '@zhiping/shared/permissions.ts';
import { Switch, Tooltip } from 'antd';
import { useId } from 'react';
import { useAction } from '../hooks/use-action.ts';
import { notify } from '../../lib/notify.ts';
import { usePermission } from '../../lib/permission.ts';
import './enabled-switch.css';
import { EnabledTag } from '../display/EnabledTag.tsx';
import { useOnPaper } from '../display/on-paper.ts';

type Props = {
  name: string;
  enabled: boolean;
  version: number;
  allow: Permission;
  /** Saves the state with the version of the row that was read. */
  save: (enabled: boolean, version: number) => Promise<unknown>;
  /** Why the state cannot be changed; undefined if it can. */
  reason?: string | undefined;
};

/** Saves at once; the notification offers to undo it. */
export const EnabledSwitch = ({ name, enabled, version, allow, save, reason }: Props) => {
  const isPermitted = usePermission([allow]);
  const isOnPaper = useOnPaper();
  const reasonId = useId();
  // `call` has already shown the error in a notification, and the switch keeps its state.
  const undo = () => void save(enabled, version + 1).catch(() => undefined);
  const change = useAction(async (wanted: boolean) => {
    await save(wanted, version);
    notify.success(`「${name}」已${wanted ? '启用' : '停用'}`, { label: '撤销', run: undo });
  });
  if (!isPermitted || isOnPaper) return <EnabledTag enabled={enabled} />;

  return (
    <>
      <Tooltip title={reason}>
        <Switch
          className="enabled-switch"
          aria-label={`启用 ${name}`}
          aria-describedby={reason && reasonId}
          checkedChildren="启用"
          unCheckedChildren="停用"
          checked={enabled}
          disabled={reason !== undefined}
          loading={change.isPending}
          onChange={(wanted) => void change.run(wanted)}
        />
      </Tooltip>
      {reason && (
        <span id={reasonId} hidden>
          {reason}
        </span>
      )}
    </>
  );
};
