import { isReservedName } from '@millrace/contract/reserved-names';
import { forgeName } from '@millrace/contract/schemas';
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
  core: Pick<Core, 'remote' | 'users' | 'userStore'>;
  reader: DroneReader;
  values: DroneValues;
  report: ImportReport;
  /** Whether accounts that exist here are those of Drone with the same login. Otherwise the forge must say so. */
  trustsLogins: boolean;
}

/** Imports accounts with their personal tokens. Returns them by their ids in Drone. */
export async function importAccounts(deps: Deps): Promise<Map<number, ImportedAccount>> {
  const imported = new Map<number, ImportedAccount>();
  for await (const rows of deps.reader.readAll('users', 'user_id', userRow)) {
    for (const row of rows) {
      const tokens = readTokens(deps, row);
      const id = await importAccount(deps, row, tokens);
      if (id !== undefined) imported.set(row.user_id, { id, login: row.user_login, tokens });
    }
  }
  return imported;
}

/** An account that exists stays as it is, and gets what belonged to it in Drone. */
async function importAccount(
  deps: Deps,
  row: UserRow,
  tokens: ForgeTokens | null,
): Promise<number | undefined> {
  const { core, report } = deps;
  const login = row.user_login;
  const { error } = forgeName.safeParse(login);
  if (error) {
    report.leaveOut('accounts', JSON.stringify(login), error.issues[0]?.message ?? '');
    return undefined;
  }
  const known = await core.userStore.findByLogin(login);
  if (known) {
    if (known.tokenHash === hashToken(row.user_hash)) {
      report.know('accounts');
      return known.id;
    }
    const isSame = await isSamePerson(deps, known.id, tokens);
    report.leaveOut('accounts', login, isSame ? keepsToken : isUnknown);
    return isSame ? known.id : undefined;
  }
  // At a forge, the account exists with this login anyway.
  if (!core.remote && isReservedName(login)) {
    report.leaveOut('accounts', login, 'its login is an address of this server');
    return undefined;
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
  else report.leaveOut('accounts', login, 'its login or its token belongs to another account');
  return added?.id;
}

const keepsToken = 'an account with this login exists; it keeps its token';
const isUnknown =
  'an account with this login exists, and the forge does not say that it is the same person; --trust-logins says so';

/** A login may belong to another person than it did when Drone stored it. */
async function isSamePerson(
  { core, trustsLogins }: Deps,
  userId: number,
  tokens: ForgeTokens | null,
): Promise<boolean> {
  if (trustsLogins) return true;
  return tokens !== null && (await core.remote?.forge.areTokensOf(userId, tokens)) === true;
}

function readTokens({ values }: Deps, row: UserRow): ForgeTokens | null {
  const access = values.read(row.user_oauth_token);
  if (!access || row.user_machine) return null;
  const refresh = values.read(row.user_oauth_refresh) ?? '';
  // GitHub's tokens do not expire; Drone stores a time long ago for them.
  return { access, refresh, expires: refresh ? Math.max(0, row.user_oauth_expiry) : 0 };
}
