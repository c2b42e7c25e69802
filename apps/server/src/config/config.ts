import type { ArtifactLimits } from '@millrace/build-host/files/artifact-limits';
import { cacheSettings } from '@millrace/build-host/settings/cache-settings';
import { type Extensions, readExtensions } from '@millrace/build-host/settings/extension-settings';
import {
  type ExternalSecretSettings,
  readExternalSecretSettings,
} from '@millrace/build-host/settings/external-secret-settings';
import { isRunnerSecret } from '@millrace/contract/runner';
import { readEnvironment } from '@millrace/node-kit/environment';
import type { SettingValues } from '@millrace/node-kit/settings/define-settings';
import {
  type Environment,
  readSetting,
  readSettings,
} from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { loggerSettings, sharedSettings } from '@millrace/runner/settings/shared-settings';
import { readStageSettings, type StageSettings } from '@millrace/runner/stage-settings';
import { accountSettings } from './account-settings.ts';
import { readArtifactLimits, readReportAddressMs } from './artifact-limits.ts';
import { auditSettings } from './audit-settings.ts';
import { readBasePath } from './base-path.ts';
import {
  type DatabaseSettings,
  readDatabaseSettings,
  repositorySettings,
} from './database-settings.ts';
import { type DownloadLimits, readDownloadLimits } from './download-limits.ts';
import { embeddedRunnerSettings } from './embedded-runner-settings.ts';
import { type ForgeSettings, readForgeSettings, remoteForgeSettings } from './forge-settings.ts';
import { gitSettings } from './git-limits.ts';
import { type LdapSettings, readLdapSettings } from './ldap-settings.ts';
import { listSettings, type Setting } from './list-settings.ts';
import { type MailSettings, readMailSettings } from './mail-settings.ts';
import { type NewRepoSettings, readNewRepoSettings } from './new-repo-settings.ts';
import { notificationSettings } from './notification-settings.ts';
import { type ObjectStoreSettings, readLogStoreSettings } from './object-store-settings.ts';
import { type OidcSettings, readOidcSettings } from './oidc-settings.ts';
import { ownerSettings } from './owner-settings.ts';
import { queueSettings } from './queue-settings.ts';
import { type RetentionSettings, readRetention } from './retention-limits.ts';
import { secretSettings } from './secret-settings.ts';
import { linkSettings, serverSettings } from './server-settings.ts';
import { signInSettings } from './sign-in-limits.ts';
import { storageSettings } from './storage-settings.ts';
import { streamSettings } from './stream-limits.ts';
import { readTlsSettings, type TlsSettings } from './tls-settings.ts';
import { readTraceSettings, type TraceSettings } from './trace-settings.ts';
import { unusedDataSettings } from './unused-data-settings.ts';
import { usageSettings } from './usage-settings.ts';

/** Rows whose values are settings of the server as they are. */
const plainSettings = {
  ...serverSettings,
  ...accountSettings,
  ...secretSettings,
  ...loggerSettings,
  ...repositorySettings,
  ...embeddedRunnerSettings,
  ...sharedSettings,
  ...storageSettings,
  ...auditSettings,
  ...unusedDataSettings,
};

/** Settings of the server, read once from the environment. */
export interface Config extends SettingValues<typeof plainSettings> {
  /** Path of the public URL, as in `/ci`; empty if it has none. */
  basePath: string;
  /** Null if the server serves HTTP, as behind a proxy. */
  tls: TlsSettings | null;
  database: DatabaseSettings;
  /** Settings for all stages of the embedded runner. Remote runners have the same variables. */
  stages: StageSettings;
  /** Receiver of traces of builds; null for none. */
  traces: TraceSettings | null;
  /** Storage for logs of finished steps; null for the database. */
  logStore: ObjectStoreSettings | null;
  /** Quotas and retention of artifacts. */
  artifacts: ArtifactLimits;
  /** Time for which the address of an HTML report is valid. */
  reportAddressMs: number;
  caches: SettingValues<typeof cacheSettings>;
  /** Retention of builds and their data. */
  retention: RetentionSettings;
  forge: ForgeSettings;
  newRepos: NewRepoSettings;
  owners: SettingValues<typeof ownerSettings>;
  usage: SettingValues<typeof usageSettings>;
  queue: SettingValues<typeof queueSettings>;
  /** Services that the server asks about builds, secrets and accounts. */
  extensions: Extensions;
  /** Services outside of the server with secrets for builds. */
  externalSecrets: ExternalSecretSettings;
  /** OpenID Connect provider; null if none is configured. */
  oidc: OidcSettings | null;
  /** LDAP directory; null if none is configured. */
  ldap: LdapSettings | null;
  git: SettingValues<typeof gitSettings>;
  downloads: DownloadLimits;
  signIn: SettingValues<typeof signInSettings>;
  streams: SettingValues<typeof streamSettings>;
  notifications: SettingValues<typeof notificationSettings>;
  mail: MailSettings | null;
  /** URLs of links in the UI. */
  links: SettingValues<typeof linkSettings>;
  /** All of these by variable, for administrators. */
  variables: readonly Setting[];
}

export function configFromEnv(): Config {
  return readConfig(readEnvironment());
}

/** Reads all settings. Throws {@link StartError} with the name of an invalid variable. */
export function readConfig(env: Environment): Config {
  requireRunnerSecret(env);
  return {
    ...readSettings(env, plainSettings),
    basePath: readBasePath(env),
    tls: readTlsSettings(env),
    database: readDatabaseSettings(env),
    stages: readStageSettings(env),
    traces: readTraceSettings(env),
    logStore: readLogStoreSettings(env),
    artifacts: readArtifactLimits(env),
    reportAddressMs: readReportAddressMs(env),
    caches: readSettings(env, cacheSettings),
    retention: readRetention(env),
    forge: readForgeSettings(env),
    newRepos: readNewRepoSettings(env),
    owners: readSettings(env, ownerSettings),
    usage: readSettings(env, usageSettings),
    queue: readSettings(env, queueSettings),
    extensions: readExtensions(env),
    externalSecrets: readExternalSecretSettings(env),
    ...readSingleSignOn(env),
    git: readSettings(env, gitSettings),
    downloads: readDownloadLimits(env),
    signIn: readSettings(env, signInSettings),
    streams: readSettings(env, streamSettings),
    notifications: readSettings(env, notificationSettings),
    mail: readMailSettings(env),
    links: readSettings(env, linkSettings),
    variables: listSettings(env),
  };
}

function readSingleSignOn(env: Environment): Pick<Config, 'oidc' | 'ldap'> {
  const settings = { oidc: readOidcSettings(env), ldap: readLdapSettings(env) };
  const kind = readSetting(env, remoteForgeSettings.kind);
  if (kind === 'builtin' || (!settings.oidc && !settings.ldap)) return settings;
  const name = settings.oidc ? 'MILLRACE_OIDC_ISSUER' : 'MILLRACE_LDAP_URL';
  throw new StartError(`${name} cannot be set: MILLRACE_FORGE is ${kind}, where users sign in.`);
}

function requireRunnerSecret(env: Environment): void {
  const { rpcSecret } = secretSettings;
  const secret = readSetting(env, rpcSecret);
  if (!secret || isRunnerSecret(secret)) return;
  throw new StartError(`${rpcSecret.name} must be one line of letters, digits and punctuation.`);
}
