import { UserStore } from '../../accounts/user-store.ts';
import type { Db } from '../../db/database.ts';
import type { Subscription } from './subscription.ts';

/** Lists the addresses of a subscription by e-mail: its own ones, or that of its account, which may have none. */
export async function listReceivers(
  db: Db,
  { userId, recipients }: Pick<Subscription, 'userId' | 'recipients'>,
): Promise<string[]> {
  if (userId === null) return recipients;
  const user = await new UserStore(db).findById(userId);
  return user?.email ? [user.email] : [];
}
