import type { Db } from '../../db/database.ts';

/** Moves the data of all features, except repositories, to another namespace. */
export type MoveData = (trx: Db, from: string, to: string) => Promise<void>;

/**
 * Records which organization owns each namespace of a forge. Secrets and templates move with a renamed
 * organization. The next owner of the old name does not get them.
 */
export class NamespaceClaims {
  private readonly db: Db;
  private readonly forge: string;
  private readonly moveData: MoveData;

  constructor(db: Db, forge: string, moveData: MoveData) {
    this.db = db;
    this.forge = forge;
    this.moveData = moveData;
  }

  /** Records that the namespace belongs to the account or organization with this id at the forge. */
  async claim(namespace: string, uid: string): Promise<void> {
    const known = await this.db
      .selectFrom('forge_namespaces')
      .select(['namespace', 'uid'])
      .where('forge', '=', this.forge)
      .where((row) => row.or([row('namespace', '=', namespace), row('uid', '=', uid)]))
      .execute();
    const holder = known.find((row) => row.namespace === namespace);
    if (holder?.uid === uid) return;
    // The former owner has been renamed. The next sync finds its new name.
    if (holder) await this.move(namespace, `${namespace}.gone-${holder.uid}`);
    const former = known.find((row) => row.uid === uid);
    if (former) return this.move(former.namespace, namespace);
    const claimed = { forge: this.forge, namespace, uid };
    // Another server may insert the same namespace concurrently.
    await this.db
      .insertInto('forge_namespaces')
      .values(claimed)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  private async move(from: string, to: string): Promise<void> {
    await this.db
      .updateTable('forge_namespaces')
      .set({ namespace: to })
      .where('forge', '=', this.forge)
      .where('namespace', '=', from)
      .execute();
    await this.moveData(this.db, from, to);
  }
}
