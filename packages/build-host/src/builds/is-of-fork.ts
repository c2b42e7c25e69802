import type { BuildEvent } from '@millrace/contract/vocabulary';

/** Returns whether the commit of a build is in another repository, whose members may be strangers. */
export function isOfFork(sourceRepo: string, slug: string): boolean {
  return sourceRepo !== '' && sourceRepo !== slug;
}

/** Returns whether nobody has merged the code of a build: whatever started it, it may be that of strangers. */
export function isUnmerged(event: BuildEvent, sourceRepo: string, slug: string): boolean {
  return event === 'pull_request' || isOfFork(sourceRepo, slug);
}

/** Returns whether people who cannot push to the repository may have written the steps of a build. */
export function isOfStrangers(event: BuildEvent, sourceRepo: string, slug: string): boolean {
  return event === 'pull_request' ? sourceRepo !== slug : isOfFork(sourceRepo, slug);
}

/** Returns the source of a commit from a fork that is not known, or that was deleted. */
export function unknownFork(slug: string): string {
  return `${slug}?`;
}
