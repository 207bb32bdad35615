import type { Permission } from '@zhiping/shared/permissions.ts';
import { Switch, Tooltip } from 'antd';
import { useId, useState } from 'react';
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
  /** Stores the state over the given version of the row. */
  save: (enabled: boolean, version: number) => Promise<unknown>;
  /** Why it must stay as it is. */
  reason?: string | undefined;
};

/** Acts at once, and can be taken back while the notice is on screen. */
export const EnabledSwitch = ({ name, enabled, version, allow, save, reason }: Props) => {
  const isPermitted = usePermission([allow]);
  const isOnPaper = useOnPaper();
  const reasonId = useId();
  const [isSaving, setSaving] = useState(false);
  if (!isPermitted || isOnPaper) return <EnabledTag enabled={enabled} />;

  // A failed call has been told by a notification, and the switch stands as before.
  const undo = () => void save(enabled, version + 1).catch(() => undefined);
  const change = async (wanted: boolean) => {
    setSaving(true);
    try {
      await save(wanted, version);
      notify.success(`「${name}」已${wanted ? '启用' : '停用'}`, { label: '撤销', run: undo });
    } catch {
      return;
    } finally {
      setSaving(false);
    }
  };

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
          loading={isSaving}
          onChange={(wanted) => void change(wanted)}
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
