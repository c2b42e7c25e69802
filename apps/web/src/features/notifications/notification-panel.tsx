import type { RepoName } from '../../api/build-queries.ts';
import { callsOfRepo, callsOfViewer } from './notification-calls.ts';
import { SubscriptionPanel } from './subscription-panel.tsx';

/** Subscriptions of a repository, or of the viewer's account. */
export function NotificationPanel({ repo }: { repo?: RepoName }) {
  return <SubscriptionPanel calls={repo ? callsOfRepo(repo) : callsOfViewer} />;
}
