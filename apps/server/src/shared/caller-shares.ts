export interface Caller {
  /** Account that the limit applies to: a login or the name of a build; null for a guest. */
  account: string | null;
  /** Null if the address does not identify the caller, as for builds, which share that of their runner. */
  address: string | null;
}

/** Returns the party that slots are shared between: an account, or all guests at one address. */
export function partyOf({ account, address }: Caller): string {
  return account === null ? `guest ${address}` : `account ${account}`;
}

/** Returns the rivals whose party has the most slots, if it has more than the caller's. */
export function heaviestOf<Slot extends Caller>(
  rivals: readonly Slot[],
  caller: Caller,
  all: readonly Caller[],
): Slot[] {
  const counts = Map.groupBy(all, partyOf);
  const countOf = (each: Caller) => counts.get(partyOf(each))?.length ?? 0;
  const most = Math.max(0, ...rivals.map(countOf));
  return most > countOf(caller) ? rivals.filter((rival) => countOf(rival) === most) : [];
}
