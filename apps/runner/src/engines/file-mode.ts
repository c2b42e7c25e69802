const executableByOwner = 0o100;

/** Returns whether the owner of a file may execute it. */
export function isExecutableMode(mode: number): boolean {
  return (mode & executableByOwner) !== 0;
}
