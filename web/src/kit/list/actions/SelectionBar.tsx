import { Button } from 'antd';
import { useEffect } from 'react';
import { announce } from '../../../lib/announce.ts';
import { usePermitted, type BulkAction } from './actions.ts';
import './selection-bar.css';
import { Toolbar } from '../../layout/Toolbar.tsx';

type Props<T> = { rows: readonly T[]; actions: readonly BulkAction<T>[]; onClear: () => void };

/** Replaces the footer of the list while rows are selected. */
export function SelectionBar<T>({ rows, actions, onClear }: Props<T>) {
  const permitted = usePermitted()(actions).filter(({ fits }) => fits?.(rows) ?? true);
  useEffect(() => {
    announce(`已选 ${rows.length} 项`);
  }, [rows.length]);

  return (
    <Toolbar className="selection-bar" label="批量操作">
      <span>已选 {rows.length} 项：</span>
      {permitted.map(({ label, isDanger, run }) => (
        <Button key={label} type="link" danger={isDanger} onClick={() => run(rows)}>
          {label}
        </Button>
      ))}
      <Button type="link" onClick={onClear}>
        取消选择
      </Button>
    </Toolbar>
  );
}
