import { hashToken } from '../../accounts/user-service.ts';
import type { Core } from '../../core.ts';
import type { ForgeTokens } from '../../forges/remote/oauth.ts';
import type { DroneReader } from './drone-reader.ts';
import { type UserRow, userRow } from './drone-rows.ts';
import type { DroneValues } from './drone-values.ts';
import type { ImportReport } from './import-report.ts';

export interface ImportedAccount {
  id: number;
  login: string;
  /** Tokens for the forge, of an account that is not linked yet; null if Drone had none. */
  tokens: ForgeTokens | null;
}

interface Deps {
  core: Pick<Core, 'users' | 'userStore'>;
  reader: DroneReader;
  values: DroneValues;
  report: ImportReport;
}

/** Imports accounts with their personal tokens. Returns them by their ids in Drone. */
export async function importAccounts(deps: Deps): Promise<Map<number, ImportedAccount>> {
  const imported = new Map<number, ImportedAccount>();
  for await (const rows of deps.reader.readAll('users', 'user_id', userRow)) {
    for (const row of rows) {
      const id = await importAccount(deps, row);
      if (id === undefined) continue;
      imported.set(row.user_id, { id, login: row.user_login, tokens: readTokens(deps, row) });
    }
  }
  return imported;
}

/** An account with the same login stays as it is, and gets what belonged to it in Drone. */
async function importAccount({ core, report }: Deps, row: UserRow): Promise<number | undefined> {
  const login = row.user_login;
  const known = await core.userStore.findByLogin(login);
  if (known) {
    if (known.tokenHash === hashToken(row.user_hash)) report.know('accounts');
    else
      report.leaveOut('accounts', login, 'an account with this login exists; it keeps its token');
    return known.id;
  }
  const account = {
    login,
    email: row.user_email,
    avatar: row.user_avatar,
    admin: row.user_admin,
    machine: row.user_machine,
    active: row.user_active,
    created: row.user_created,
    lastLogin: row.user_last_login,
  };
  const added = await core.users.addImported(account, row.user_hash);
  if (added) report.add('accounts');
  else report.leaveOut('accounts', login, 'its token belongs to another account');
  return added?.id;
}

function readTokens({ values }: Deps, row: UserRow): ForgeTokens | null {
  const access = values.read(row.user_oauth_token);
  if (!access || row.user_machine) return null;
  const refresh = values.read(row.user_oauth_refresh) ?? '';
  // GitHub's tokens do not expire; Drone stores a time long ago for them.
  return { access, refresh, expires: refresh ? Math.max(0, row.user_oauth_expiry) : 0 };
}
