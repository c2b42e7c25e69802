/** Returns whether the commit of a build is in another repository, whose members may be strangers. */
export function isOfFork(sourceRepo: string, slug: string): boolean {
  return sourceRepo !== '' && sourceRepo !== slug;
}
