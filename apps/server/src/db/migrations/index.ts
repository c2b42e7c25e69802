import type { Migration } from 'kysely/migration';
import { mainPath } from './0001-main-path.ts';
import { secrets } from './0002-secrets.ts';
import { templates } from './0003-templates.ts';
import { buildRules } from './0004-build-rules.ts';
import { crons } from './0005-crons.ts';
import { cards } from './0006-cards.ts';
import { logBlocks } from './0007-log-blocks.ts';
import { runners } from './0008-runners.ts';
import { buildWarnings } from './0009-build-warnings.ts';
import { repoThrottle } from './0010-repo-throttle.ts';
import { deletedLogs } from './0011-deleted-logs.ts';
import { namespaceMoves } from './0012-namespace-moves.ts';
import { cronRuns } from './0013-cron-runs.ts';
import { buildDeliveries } from './0014-build-deliveries.ts';
import { buildChanges } from './0015-build-changes.ts';
import { changedPaths } from './0016-changed-paths.ts';
import { forges } from './0017-forges.ts';
import { commitStatuses } from './0018-commit-statuses.ts';
import { forgeNamespaces } from './0019-forge-namespaces.ts';
import { servers } from './0020-servers.ts';
import { logObjects } from './0021-log-objects.ts';
import { attempts } from './0022-attempts.ts';
import { findBuilds } from './0023-find-builds.ts';
import { artifacts } from './0024-artifacts.ts';
import { tests } from './0025-tests.ts';
import { summaries } from './0026-summaries.ts';
import { forgeChecks } from './0027-forge-checks.ts';
import { blocksAndTotals } from './0029-blocks-and-totals.ts';
import { largeLists } from './0030-large-lists.ts';
import { decisions } from './0031-decisions.ts';
import { jobs } from './0032-jobs.ts';
import { accessTokens } from './0033-access-tokens.ts';
import { auditEvents } from './0034-audit-events.ts';
import { externalIdentities } from './0035-external-identities.ts';
import { retention } from './0036-retention.ts';
import { administration } from './0037-administration.ts';
import { notifications } from './0038-notifications.ts';
import { secretLimits } from './0039-secret-limits.ts';
import { registries } from './0040-registries.ts';
import { logLineNumbers } from './0041-log-line-numbers.ts';
import { importedKeys } from './0042-imported-keys.ts';
import { caches } from './0043-caches.ts';
import { stageRetries } from './0044-stage-retries.ts';
import { hostsAndDigests } from './0045-hosts-and-digests.ts';
import { stageOutputs } from './0046-stage-outputs.ts';
import { cacheLimits } from './0048-cache-limits.ts';
import { causes } from './0050-causes.ts';
import { configFolder } from './0051-config-folder.ts';
import { causeWeeks } from './0053-cause-weeks.ts';
import { bisections } from './0054-bisections.ts';
import { cacheSizes } from './0055-cache-sizes.ts';
import { terminals } from './0057-terminals.ts';
import { pipelineChanges } from './0058-pipeline-changes.ts';
import { pauses } from './0059-pauses.ts';
import { clusterWaits } from './0060-cluster-waits.ts';

/** In the order of their names. A released migration must never change. */
export const migrations: Record<string, Migration> = {
  '0001-main-path': mainPath,
  '0002-secrets': secrets,
  '0003-templates': templates,
  '0004-build-rules': buildRules,
  '0005-crons': crons,
  '0006-cards': cards,
  '0007-log-blocks': logBlocks,
  '0008-runners': runners,
  '0009-build-warnings': buildWarnings,
  '0010-repo-throttle': repoThrottle,
  '0011-deleted-logs': deletedLogs,
  '0012-namespace-moves': namespaceMoves,
  '0013-cron-runs': cronRuns,
  '0014-build-deliveries': buildDeliveries,
  '0015-build-changes': buildChanges,
  '0016-changed-paths': changedPaths,
  '0017-forges': forges,
  '0018-commit-statuses': commitStatuses,
  '0019-forge-namespaces': forgeNamespaces,
  '0020-servers': servers,
  '0021-log-objects': logObjects,
  '0022-attempts': attempts,
  '0023-find-builds': findBuilds,
  '0024-artifacts': artifacts,
  '0025-tests': tests,
  '0026-summaries': summaries,
  '0027-forge-checks': forgeChecks,
  '0029-blocks-and-totals': blocksAndTotals,
  '0030-large-lists': largeLists,
  '0031-decisions': decisions,
  '0032-jobs': jobs,
  '0033-access-tokens': accessTokens,
  '0034-audit-events': auditEvents,
  '0035-external-identities': externalIdentities,
  '0036-retention': retention,
  '0037-administration': administration,
  '0038-notifications': notifications,
  '0039-secret-limits': secretLimits,
  '0040-registries': registries,
  '0041-log-line-numbers': logLineNumbers,
  '0042-imported-keys': importedKeys,
  '0043-caches': caches,
  '0044-stage-retries': stageRetries,
  '0045-hosts-and-digests': hostsAndDigests,
  '0046-stage-outputs': stageOutputs,
  '0048-cache-limits': cacheLimits,
  '0050-causes': causes,
  '0051-config-folder': configFolder,
  '0053-cause-weeks': causeWeeks,
  '0054-bisections': bisections,
  '0055-cache-sizes': cacheSizes,
  '0057-terminals': terminals,
  '0058-pipeline-changes': pipelineChanges,
  '0059-pauses': pauses,
  '0060-cluster-waits': clusterWaits,
};
