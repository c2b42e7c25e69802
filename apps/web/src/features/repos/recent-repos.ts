import { readStored, writeStored } from '../../lib/storage.ts';

const storageKey = 'recent-repos';
const maxRecent = 5;

/** Returns the slugs of repositories that were opened in this browser, most recent first. */
export function readRecentRepos(): string[] {
  return (readStored(storageKey) ?? '').split(' ').filter(Boolean).slice(0, maxRecent);
}

export function rememberRepo(slug: string): void {
  const others = readRecentRepos().filter((other) => other !== slug);
  writeStored(storageKey, [slug, ...others].slice(0, maxRecent).join(' '));
}
