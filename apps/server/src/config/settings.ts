import { cacheSettings } from '@millrace/build-host/settings/cache-settings';
import {
  extensionKindSettings,
  extensionSettings,
} from '@millrace/build-host/settings/extension-settings';
import {
  secretFolderSettings,
  vaultSettings,
} from '@millrace/build-host/settings/external-secret-settings';
import type { SettingRow, SettingRows } from '@millrace/node-kit/settings/define-settings';
import { kubernetesSettings, podSettings } from '@millrace/runner/settings/kubernetes-settings';
import { runnerSettings } from '@millrace/runner/settings/runner-settings';
import { loggerSettings, sharedSettings } from '@millrace/runner/settings/shared-settings';
import { containerLimitSettings, stageSettings } from '@millrace/runner/settings/stage-settings';
import { accountSettings } from './account-settings.ts';
import { artifactSettings, reportSettings } from './artifact-limits.ts';
import { auditSettings } from './audit-settings.ts';
import { databaseSettings, queryLimitSettings, repositorySettings } from './database-settings.ts';
import { downloadSettings } from './download-limits.ts';
import { embeddedRunnerSettings } from './embedded-runner-settings.ts';
import { forgeSettings, remoteForgeSettings } from './forge-settings.ts';
import { gitSettings } from './git-limits.ts';
import { ldapRuleSettings, ldapSettings } from './ldap-settings.ts';
import { mailSettings } from './mail-settings.ts';
import { newRepoSettings } from './new-repo-settings.ts';
import { notificationSettings } from './notification-settings.ts';
import { logStoreSettings, s3Settings } from './object-store-settings.ts';
import { oidcRuleSettings, oidcSettings } from './oidc-settings.ts';
import { ownerSettings } from './owner-settings.ts';
import { queueSettings } from './queue-settings.ts';
import { deploymentSettings, retentionLimitSettings } from './retention-limits.ts';
import { secretSettings } from './secret-settings.ts';
import { linkSettings, serverSettings } from './server-settings.ts';
import { signInSettings } from './sign-in-limits.ts';
import { storageSettings } from './storage-settings.ts';
import { streamSettings } from './stream-limits.ts';
import { tlsSettings } from './tls-settings.ts';
import { traceSettings } from './trace-settings.ts';
import { unusedDataSettings } from './unused-data-settings.ts';
import { usageSettings } from './usage-settings.ts';

/** All settings of the server, by the tables of docs/configuration.md and docs/runners.md. */
export const settingTables: Readonly<Record<string, readonly SettingRows[]>> = {
  server: [
    serverSettings,
    tlsSettings,
    loggerSettings,
    traceSettings,
    queueSettings,
    ownerSettings,
    usageSettings,
    notificationSettings,
    mailSettings,
    linkSettings,
  ],
  accounts: [accountSettings, forgeSettings, remoteForgeSettings, newRepoSettings],
  'single-sign-on': [oidcSettings, oidcRuleSettings, ldapSettings, ldapRuleSettings],
  secrets: [secretSettings],
  extensions: [...extensionKindSettings, extensionSettings],
  'external-secrets': [vaultSettings, secretFolderSettings],
  database: [databaseSettings, queryLimitSettings, repositorySettings],
  storage: [
    logStoreSettings,
    s3Settings,
    artifactSettings,
    reportSettings,
    cacheSettings,
    storageSettings,
  ],
  'embedded-runner': [
    embeddedRunnerSettings,
    sharedSettings,
    containerLimitSettings,
    stageSettings,
  ],
  kubernetes: [kubernetesSettings, podSettings],
  audit: [auditSettings],
  retention: [retentionLimitSettings, deploymentSettings, unusedDataSettings],
  limits: [gitSettings, downloadSettings, signInSettings, streamSettings],
};

/** All settings of the server. */
export const settingRows: readonly SettingRow[] = Object.values(settingTables)
  .flat()
  .flatMap((rows) => Object.values(rows));

/** Settings of a runner on another machine, which the same program runs. */
export const remoteRunnerRows: readonly SettingRow[] = Object.values(runnerSettings);
