import { DownOutlined } from '@ant-design/icons';
import { reviewBoardApi } from '@zhiping/shared/contracts/review-board.ts';
import { Button, Dropdown } from 'antd';
import { useAction } from '../../kit/hooks/use-action.ts';
import { exportList } from '../../kit/list/actions/export-list.ts';
import type { List } from '../../kit/list/list.ts';
import { usePermission } from '../../lib/permission.ts';

const sheets = {
  scores: { label: '评分表', api: reviewBoardApi.scoreSheet },
  opinions: { label: '评审意见（不含专家姓名）', api: reviewBoardApi.opinionSheet },
  named: { label: '评审意见（含专家姓名）', api: reviewBoardApi.namedOpinionSheet },
};
type Sheet = keyof typeof sheets;

/** Exports the projects that match the filters of the list. */
export const RoundExports = ({ list, isHidden }: { list: List<unknown>; isHidden: boolean }) => {
  const take = useAction((sheet: Sheet) => exportList(sheets[sheet].api, list));
  const mayExport = usePermission(['review:export']);
  const mayName = usePermission(['review:exportNames']);
  const offered: Sheet[] = [
    ...(mayExport ? (['scores', 'opinions'] as const) : []),
    ...(mayName ? (['named'] as const) : []),
  ];
  if (offered.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: offered.map((key) => {
          const isRefused = key === 'named' && isHidden;
          return {
            key,
            label: isRefused ? `${sheets[key].label}：须经第二人同意` : sheets[key].label,
            disabled: isRefused,
          };
        }),
        onClick: ({ key }) => void take.run(key as Sheet),
      }}
    >
      <Button loading={take.isPending}>
        导出 <DownOutlined />
      </Button>
    </Dropdown>
  );
};
