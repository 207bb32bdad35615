import { useQuery } from '@tanstack/react-query';
import { drawResultApi } from '@zhiping/shared/contracts/draw-result.ts';
import { FiguresTable } from '../../kit/display/FiguresTable.tsx';
import { Loading } from '../../kit/display/states.tsx';
import { reading } from '../../lib/query-client.ts';

type Props = { drawId: number; assignmentId: number; expertId: number };

/** Effect of a manual change on the whole result, before it is saved. */
export const Consequence = ({ drawId, assignmentId, expertId }: Props) => {
  const { data, error } = useQuery(
    reading(drawResultApi.consequence, { params: { id: drawId }, query: { assignmentId, expertId } }),
  );
  // The reason for a denial is shown at the list of candidates.
  if (error) return null;
  if (!data) return <Loading rows={2} />;
  return (
    <FiguresTable
      caption="对整个抽取结果的影响"
      columns={[
        { name: '现在', figures: data.before },
        { name: '换人后', figures: data.after },
      ]}
    />
  );
};
