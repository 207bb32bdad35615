import { conflictApi as api } from '@zhiping/shared/contracts/conflict.ts';
import { refresh } from '../../lib/query-client.ts';

/** Reloads everything that a pin, a relation or a computation changes. */
export const refreshConflicts = () => refresh(api.list, api.state, api.project, api.expert);
