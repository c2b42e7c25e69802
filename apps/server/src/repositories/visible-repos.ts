import { visibilities } from '@millrace/contract/vocabulary';
import { type SqlBool, sql } from 'kysely';
import { permissionsIn } from '../domain/permissions.ts';

const readable = visibilities.filter(
  (visibility) => permissionsIn(visibility, 'account', undefined).read,
);

/** SQL condition on an active row of `repos`: each signed-in account may read it, without a permission of its own. */
export const isVisibleToAccounts = sql<SqlBool>`repos.active = 1
  and repos.visibility in (${sql.join(readable)})`;
