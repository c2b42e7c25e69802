/** Accesses the storage of this tab. Returns undefined if it is blocked, or full. */
export function inTabStorage<Result>(access: (storage: Storage) => Result): Result | undefined {
  try {
    return access(sessionStorage);
  } catch {
    return undefined;
  }
}
