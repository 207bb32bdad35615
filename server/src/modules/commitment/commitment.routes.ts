import { commitmentApi as api } from '@zhiping/shared/contracts/commitment.ts';
import type { Deps } from '../../deps.ts';
import { on } from '../../platform/http/http.ts';
import { findKinds, findText } from './commitment.queries.ts';
import { readStaffCommitment, signAsStaff } from './staff-commitment.ts';
import { saveText } from './save-text.ts';

export const commitmentRoutes = ({ db }: Deps) => [
  on(api.kinds, () => findKinds(db)),
  on(api.text, ({ params }) => findText(db, params.id)),
  on(api.staff, ({ query, user }) => readStaffCommitment(db, user, query.cycleId)),
  on(api.signAsStaff, ({ body, user, caller }) => signAsStaff(db, { ...user, ip: caller.ip }, body)),
  on(api.save, ({ body, user }) => saveText(db, user, body)),
];
