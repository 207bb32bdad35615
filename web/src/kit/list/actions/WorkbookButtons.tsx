import type { Endpoint } from '@zhiping/shared/endpoint.ts';
import type { Permission } from '@zhiping/shared/permissions.ts';
import { ImportButton } from '../../import/ImportButton.tsx';
import type { Import } from '../../import/use-import.ts';
import type { List } from '../list.ts';
import { ExportButton } from './ExportButton.tsx';

type Props = Pick<Import, 'noun' | 'allowsPartial'> & {
  /** Prefix of the kinds of its import tasks, see `Import.background`. */
  taskPrefix: string;
  api: {
    list: Endpoint;
    download: Endpoint;
    template: Endpoint;
    import: Import['api'];
    commitImport: Endpoint;
  };
  list: List<unknown>;
};

/** Buttons to import a list from a workbook and to export it as one. */
export const WorkbookButtons = ({ taskPrefix, api, list, ...rest }: Props) => (
  <>
    <ImportButton
      {...rest}
      allow={api.import.access as Permission}
      template={api.template}
      api={api.import}
      background={{ name: taskPrefix, commit: api.commitImport }}
      refreshes={[api.list]}
    />
    <ExportButton api={api.download} list={list} />
  </>
);
