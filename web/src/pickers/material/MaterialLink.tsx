import type { Material } from '@zhiping/shared/contracts/project-views.ts';
import { Link } from 'react-router';
import { useSubView } from '../../kit/hooks/use-sub-view.ts';

/** Opens a material in the reader, which returns the focus to this link when it is closed. */
export const MaterialLink = ({ material: { id, name } }: { material: Material }) => {
  const { value: opened, hrefOf } = useSubView('file');
  return (
    <Link
      to={hrefOf(id)}
      replace={opened !== null}
      data-material={id}
      aria-current={opened === String(id) ? 'true' : undefined}
    >
      {name}
    </Link>
  );
};
