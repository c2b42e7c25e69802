import type { Migration } from 'kysely/migration';
import { baseline } from './0001-baseline/index.ts';
import { indexesForDeletions } from './0002-indexes-for-deletions.ts';
import { indexesForLists } from './0004-indexes-for-lists.ts';
import { expiringArtifacts } from './0005-expiring-artifacts.ts';
import { cleanUp } from './0006-clean-up.ts';
import { deletedArtifacts } from './0007-deleted-artifacts.ts';
import { ignoredFailures } from './0008-ignored-failures.ts';
import { manualStages } from './0009-manual-stages.ts';
import { matricesOfOutputs } from './0010-matrices-of-outputs.ts';
import { badgeKeys } from './0011-badge-keys.ts';
import { decisionNotes } from './0012-decision-notes.ts';
import { indexForTrends } from './0014-index-for-trends.ts';
import { stepDurations } from './0015-step-durations.ts';
import { organizations } from './0016-organizations.ts';
import { runnerCredentials } from './0018-runner-credentials.ts';
import { protectedRefs } from './0019-protected-refs.ts';
import { announcementTable } from './0020-announcement.ts';
import { auditors } from './0021-auditors.ts';
import { priorities } from './0022-priorities.ts';
import { sessionFacts } from './0023-session-facts.ts';
import { secondFactors } from './0024-second-factors.ts';
import { providerSessions } from './0025-provider-sessions.ts';
import { scim } from './0026-scim.ts';
import { ownerLimits } from './0027-owner-limits.ts';
import { usage } from './0028-usage.ts';
import { policies } from './0029-policies.ts';

/** In the order of their names. A released migration must never change. */
export const migrations: Record<string, Migration> = {
  '0001-baseline': baseline,
  '0002-indexes-for-deletions': indexesForDeletions,
  '0004-indexes-for-lists': indexesForLists,
  '0005-expiring-artifacts': expiringArtifacts,
  '0006-clean-up': cleanUp,
  '0007-deleted-artifacts': deletedArtifacts,
  '0008-ignored-failures': ignoredFailures,
  '0009-manual-stages': manualStages,
  '0010-matrices-of-outputs': matricesOfOutputs,
  '0011-badge-keys': badgeKeys,
  '0012-decision-notes': decisionNotes,
  '0014-index-for-trends': indexForTrends,
  '0015-step-durations': stepDurations,
  '0016-organizations': organizations,
  '0018-runner-credentials': runnerCredentials,
  '0019-protected-refs': protectedRefs,
  '0020-announcement': announcementTable,
  '0021-auditors': auditors,
  '0022-priorities': priorities,
  '0023-session-facts': sessionFacts,
  '0024-second-factors': secondFactors,
  '0025-provider-sessions': providerSessions,
  '0026-scim': scim,
  '0027-owner-limits': ownerLimits,
  '0028-usage': usage,
  '0029-policies': policies,
};
