import { menuApi, type Menu } from '@zhiping/shared/contracts/menu.ts';
import { MoveDialog } from '../../kit/tree/MoveDialog.tsx';
import { call } from '../../lib/api.ts';
import { refresh } from '../../lib/query-client.ts';
import { MenuSelect } from './MenuSelect.tsx';

export default function MoveMenu({ row: menu, onClose }: { row: Menu; onClose: () => void }) {
  const move = async (pid: number | null) => {
    await call(menuApi.update, { body: { ...menu, pid }, quiet: true });
    await refresh(menuApi.list, menuApi.lazy);
  };
  return (
    <MoveDialog
      name={menu.title}
      pid={menu.pid}
      move={move}
      onClose={onClose}
      select={(value, onChange) => (
        <MenuSelect
          id="move-menu"
          aria-label="上级菜单"
          without={menu.id}
          value={value}
          onChange={onChange}
        />
      )}
    />
  );
}
