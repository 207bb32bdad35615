import { deptApi, type Dept } from '@zhiping/shared/contracts/dept.ts';
import { MoveDialog } from '../../kit/tree/MoveDialog.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';
import { DeptIdSelect } from '../../pickers/DeptSelect.tsx';

export default function MoveDept({ row: dept, onClose }: { row: Dept; onClose: () => void }) {
  const { id, name, enabled, deptSort, version } = dept;
  const move = async (pid: number | null) => {
    await call(deptApi.update, { body: { id, pid, name, enabled, deptSort, version }, quiet: true });
    await refresh(deptApi.list, deptApi.superior2);
  };
  return (
    <MoveDialog
      name={name}
      pid={dept.pid}
      move={move}
      onClose={onClose}
      select={(value, onChange) => (
        <DeptIdSelect id="move-dept" aria-label="上级部门" without={id} value={value} onChange={onChange} />
      )}
    />
  );
}
