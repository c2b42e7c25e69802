import { pageSlug } from '@millrace/contract/reserved-names';
import type { Repo } from '../../domain/repo.ts';

/** Returns the URL of the page with the subscriptions of a repository; of an account without one. */
export function settingsUrl(publicUrl: string, repo: Pick<Repo, 'slug'> | undefined): string {
  return `${publicUrl}/${repo ? `${pageSlug(repo.slug)}/settings/notifications` : 'account'}`;
}
