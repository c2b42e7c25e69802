/** State of a setting of Drone in Millrace. */
type DroneSettingState =
  /** Variables of Millrace replace them. */
  | 'replaced'
  /** Millrace needs no setting for it. */
  | 'built in'
  /** Millrace cannot do it. */
  | 'not available';

export interface DroneSetting {
  names: readonly string[];
  state: DroneSettingState;
  /** Variables that replace them, with a value if only one replaces the setting. */
  variables: readonly string[];
  /** How it differs, or what to do instead. */
  note: string;
}

function replaced(names: string, variables: string, note = ''): DroneSetting {
  return { names: split(names), state: 'replaced', variables: split(variables), note };
}

function builtIn(names: string, note: string): DroneSetting {
  return { names: split(names), state: 'built in', variables: [], note };
}

function notAvailable(names: string, note: string): DroneSetting {
  return { names: split(names), state: 'not available', variables: [], note };
}

function split(words: string): string[] {
  return words.split(' ');
}

const trustedCertificates =
  'A file with the certificate of your authority in PEM format. Certificates are always verified.';
const proxyTask = 'The task of the proxy in front of the server.';

/** Every setting of Drone's server, and of its runners if they connect it to services. */
export const droneSettings: readonly DroneSetting[] = [
  replaced('DRONE_SERVER_HOST DRONE_SERVER_PROTO', 'MILLRACE_URL', 'One URL with the protocol.'),
  replaced('DRONE_SERVER_PORT', 'MILLRACE_HOST MILLRACE_PORT'),
  replaced(
    'DRONE_SERVER_PROXY_HOST DRONE_SERVER_PROXY_PROTO',
    'MILLRACE_HOOK_URL',
    'One URL with the protocol.',
  ),
  replaced(
    'DRONE_SERVER_PRIVATE_MODE',
    'MILLRACE_REPO_VISIBILITY=internal',
    'For new repositories. Make known public ones internal in their settings.',
  ),
  replaced(
    'DRONE_TLS_AUTOCERT',
    'MILLRACE_TLS_ACME',
    'Set it to accept-terms if you accept the terms of the authority.',
  ),
  replaced('DRONE_TLS_EMAIL', 'MILLRACE_TLS_ACME_EMAIL'),
  replaced('DRONE_TLS_CERT', 'MILLRACE_TLS_CERT', 'With its chain. Reloaded when it changes.'),
  replaced('DRONE_TLS_KEY', 'MILLRACE_TLS_KEY'),
  replaced('DRONE_HTTP_PROXY_HEADERS', 'MILLRACE_TRUSTED_PROXIES', 'Addresses of the proxies.'),
  notAvailable(
    'DRONE_HTTP_ALLOWED_HOSTS DRONE_HTTP_SSL_REDIRECT DRONE_HTTP_SSL_TEMPORARY_REDIRECT DRONE_HTTP_SSL_HOST DRONE_HTTP_SSL_PROXY_HEADERS',
    proxyTask,
  ),
  notAvailable(
    'DRONE_HTTP_STS_SECONDS DRONE_HTTP_STS_INCLUDE_SUBDOMAINS DRONE_HTTP_STS_PRELOAD DRONE_HTTP_STS_FORCE_HEADER',
    proxyTask,
  ),
  builtIn(
    'DRONE_HTTP_BROWSER_XSS_FILTER DRONE_HTTP_FRAME_DENY DRONE_HTTP_CONTENT_TYPE_NO_SNIFF DRONE_HTTP_CONTENT_SECURITY_POLICY DRONE_HTTP_REFERRER_POLICY',
    'The headers are always set.',
  ),
  replaced('DRONE_COOKIE_SECURE', 'MILLRACE_URL', 'Cookies are secure if it begins with https.'),
  notAvailable(
    'DRONE_COOKIE_TIMEOUT',
    'MILLRACE_SESSION_HOURS is the time of a session; 30 days by default, as in Drone.',
  ),
  builtIn('DRONE_COOKIE_SECRET', 'Sessions are in the database, not in signed cookies.'),

  replaced(
    'DRONE_DATABASE_DRIVER DRONE_DATABASE_DATASOURCE',
    'MILLRACE_DATABASE_URL',
    'SQLite or Postgres, in a new database. `millrace import drone` reads that of Drone, also on MySQL.',
  ),
  replaced(
    'DRONE_DATABASE_SECRET',
    'MILLRACE_SECRET_KEY',
    'Another key, which encrypts all secrets and tokens. `millrace import drone --secret` needs that of Drone.',
  ),
  builtIn(
    'DRONE_DATABASE_ENCRYPT_USER_TABLE DRONE_DATABASE_ENCRYPT_MIXED_MODE',
    'Tokens and secrets are always encrypted.',
  ),
  replaced('DRONE_DATABASE_MAX_CONNECTIONS', 'MILLRACE_DATABASE_CONNECTIONS'),
  builtIn('DRONE_DATABASE_LEGACY_BATCH', 'Internal to Drone.'),
  builtIn(
    'DRONE_REDIS_CONNECTION DRONE_REDIS_ADDR DRONE_REDIS_PASSWORD DRONE_REDIS_DB',
    'Several servers communicate through Postgres.',
  ),

  replaced(
    'DRONE_S3_BUCKET DRONE_S3_PREFIX',
    'MILLRACE_LOGS_URL',
    's3://BUCKET/PREFIX, with another prefix than that of Drone: the format is different. `millrace import drone --logs` reads the logs of Drone.',
  ),
  replaced('DRONE_S3_ENDPOINT', 'MILLRACE_S3_ENDPOINT'),
  replaced('DRONE_S3_PATH_STYLE', 'MILLRACE_S3_PATH_STYLE'),
  notAvailable(
    'DRONE_AZURE_BLOB_CONTAINER_NAME DRONE_AZURE_STORAGE_ACCOUNT_NAME DRONE_AZURE_STORAGE_ACCESS_KEY',
    'Logs are stored in the database, or with MILLRACE_LOGS_URL in S3 or a folder.',
  ),

  replaced('DRONE_REGISTRATION_CLOSED', 'MILLRACE_ALLOWED', 'List the logins that may sign in.'),
  replaced('DRONE_USER_FILTER', 'MILLRACE_ALLOWED', 'Organizations are written org:NAME.'),
  replaced(
    'DRONE_USER_CREATE',
    'MILLRACE_ADMINS',
    'Admins of a forge; without one MILLRACE_ADMIN_LOGIN and MILLRACE_ADMIN_PASSWORD. A token cannot be given: import the account with its token, or create both once.',
  ),
  notAvailable(
    'DRONE_MIN_AGE',
    'Restrict accounts with MILLRACE_ALLOWED, or with an admission extension.',
  ),
  replaced(
    'DRONE_ADMISSION_PLUGIN_ENDPOINT DRONE_ADMISSION_PLUGIN_SECRET',
    'MILLRACE_ADMISSION_PLUGIN_ENDPOINT MILLRACE_ADMISSION_PLUGIN_SECRET',
  ),

  replaced('DRONE_REPOSITORY_FILTER', 'MILLRACE_REPO_FILTER', 'Also patterns of repositories.'),
  replaced('DRONE_REPOSITORY_VISIBILITY', 'MILLRACE_REPO_VISIBILITY'),
  replaced('DRONE_REPOSITORY_TRUSTED', 'MILLRACE_REPO_TRUSTED'),
  builtIn('DRONE_REPOSITORY_IGNORE', 'Internal to Drone.'),
  notAvailable(
    'DRONE_FEATURE_SERVER_PROXY_SECRET',
    'Each repository has its own webhook secret. Imported repositories keep theirs.',
  ),
  builtIn(
    'DRONE_INCOMING_WEBHOOK_EVENTS',
    'Events are selected by `trigger` in each pipeline file.',
  ),
  notAvailable(
    'DRONE_DEBUG_DUMP_HOOK',
    'Deliveries may contain secrets, so they are not logged. The forge lists those of each webhook.',
  ),

  replaced(
    'DRONE_BITBUCKET_CLIENT_ID DRONE_BITBUCKET_CLIENT_SECRET',
    'MILLRACE_FORGE=bitbucket MILLRACE_FORGE_CLIENT_ID MILLRACE_FORGE_CLIENT_SECRET',
  ),
  replaced(
    'DRONE_GITEA_SERVER DRONE_GITEA_CLIENT_ID DRONE_GITEA_CLIENT_SECRET',
    'MILLRACE_FORGE=gitea MILLRACE_FORGE_URL MILLRACE_FORGE_CLIENT_ID MILLRACE_FORGE_CLIENT_SECRET',
  ),
  replaced(
    'DRONE_GITHUB_SERVER DRONE_GITHUB_CLIENT_ID DRONE_GITHUB_CLIENT_SECRET',
    'MILLRACE_FORGE=github MILLRACE_FORGE_URL MILLRACE_FORGE_CLIENT_ID MILLRACE_FORGE_CLIENT_SECRET',
  ),
  replaced(
    'DRONE_GITLAB_SERVER DRONE_GITLAB_CLIENT_ID DRONE_GITLAB_CLIENT_SECRET',
    'MILLRACE_FORGE=gitlab MILLRACE_FORGE_URL MILLRACE_FORGE_CLIENT_ID MILLRACE_FORGE_CLIENT_SECRET',
  ),
  builtIn('DRONE_GITHUB_API_SERVER', 'Derived from MILLRACE_FORGE_URL.'),
  builtIn('DRONE_GITEA_REDIRECT_URL', 'MILLRACE_URL with the path /login.'),
  notAvailable(
    'DRONE_GITEA_SCOPE DRONE_GITHUB_SCOPE',
    'The scopes are fixed; docs/forges.md lists them. For fewer permissions on GitHub, use a GitHub App.',
  ),
  builtIn('DRONE_GITHUB_USER_RATELIMIT', 'Calls wait until the limit of GitHub allows them.'),
  replaced(
    'DRONE_BITBUCKET_SKIP_VERIFY DRONE_GITEA_SKIP_VERIFY DRONE_GITHUB_SKIP_VERIFY DRONE_GITLAB_SKIP_VERIFY',
    'NODE_EXTRA_CA_CERTS',
    trustedCertificates,
  ),
  replaced(
    'DRONE_BITBUCKET_DEBUG DRONE_GITEA_DEBUG DRONE_GITHUB_DEBUG DRONE_GITLAB_DEBUG',
    'MILLRACE_LOG_LEVEL=debug',
  ),
  notAvailable(
    'DRONE_GITEE_SERVER DRONE_GITEE_API_SERVER DRONE_GITEE_CLIENT_ID DRONE_GITEE_CLIENT_SECRET DRONE_GITEE_REDIRECT_URL DRONE_GITEE_SKIP_VERIFY DRONE_GITEE_SCOPE DRONE_GITEE_DEBUG',
    'Gitee is not supported. Push the repositories to the built-in forge too.',
  ),
  notAvailable(
    'DRONE_GOGS_SERVER DRONE_GOGS_SKIP_VERIFY DRONE_GOGS_DEBUG',
    'Gogs is not supported. Move its repositories to Gitea or Forgejo, which can import them.',
  ),
  notAvailable(
    'DRONE_STASH_SERVER DRONE_STASH_CONSUMER_KEY DRONE_STASH_CONSUMER_SECRET DRONE_STASH_PRIVATE_KEY DRONE_STASH_SKIP_VERIFY DRONE_STASH_DEBUG',
    'Bitbucket Server and Data Center are not supported. Push the repositories to the built-in forge too.',
  ),
  replaced(
    'DRONE_STATUS_NAME',
    'MILLRACE_STATUS_NAME',
    'Default of Drone: continuous-integration/drone. Set it, so that branch rules find the status.',
  ),
  notAvailable('DRONE_STATUS_DISABLED', 'Each build reports its status to the forge.'),
  builtIn(
    'DRONE_GIT_ALWAYS_AUTH',
    'Clones have credentials, except for forks of public repositories.',
  ),
  replaced('DRONE_GIT_USERNAME DRONE_GIT_PASSWORD', 'MILLRACE_GIT_USERNAME MILLRACE_GIT_PASSWORD'),
  builtIn('DRONE_GIT_IMAGE DRONE_GIT_IMAGE_PULL', 'The runner clones with git of its machine.'),

  replaced('DRONE_RPC_SECRET', 'MILLRACE_RPC_SECRET', 'The runners of Drone may stay.'),
  replaced(
    'DRONE_RPC_SERVER DRONE_RPC_HOST DRONE_RPC_PROTO',
    'MILLRACE_SERVER',
    'URL of the server, for `millrace runner`.',
  ),
  replaced('DRONE_RPC_DEBUG', 'MILLRACE_LOG_LEVEL=debug'),
  replaced(
    'DRONE_AGENTS_DISABLED DRONE_RUNNER_LOCAL',
    'MILLRACE_RUNNER_CAPACITY',
    '0 turns the embedded runner off. Other runners can connect if MILLRACE_RPC_SECRET is set.',
  ),
  replaced('DRONE_RUNNER_CAPACITY', 'MILLRACE_RUNNER_CAPACITY'),
  replaced(
    'DRONE_RUNNER_NAME DRONE_RUNNER_LABELS',
    'MILLRACE_RUNNER_NAME MILLRACE_RUNNER_LABELS',
    'For `millrace runner`.',
  ),
  builtIn(
    'DRONE_RUNNER_IMAGE DRONE_RUNNER_PLATFORM DRONE_RUNNER_OS DRONE_RUNNER_ARCH DRONE_RUNNER_KERNEL DRONE_RUNNER_VARIANT',
    'The runner knows its machine.',
  ),
  replaced('DRONE_RUNNER_VOLUMES', 'MILLRACE_CONTAINER_VOLUMES'),
  replaced('DRONE_RUNNER_NETWORKS', 'MILLRACE_CONTAINER_NETWORKS'),
  replaced('DRONE_RUNNER_DEVICES', 'MILLRACE_CONTAINER_DEVICES'),
  replaced('DRONE_RUNNER_PRIVILEGED_IMAGES', 'MILLRACE_CONTAINER_PRIVILEGED_IMAGES'),
  replaced('DRONE_RUNNER_ENVIRON', 'MILLRACE_RUNNER_ENVIRONMENT'),
  replaced('DRONE_LIMIT_MEM', 'MILLRACE_CONTAINER_MEMORY_MB', 'In megabytes.'),
  replaced('DRONE_LIMIT_SHM_SIZE', 'MILLRACE_CONTAINER_SHM_MB', 'In megabytes.'),
  replaced(
    'DRONE_LIMIT_MEM_SWAP',
    'MILLRACE_CONTAINER_MEMORY_SWAP_MB',
    'Megabytes in addition to the memory, not the sum of both.',
  ),
  replaced('DRONE_LIMIT_CPU_QUOTA', 'MILLRACE_CONTAINER_CPUS', 'Number of processors.'),
  replaced('DRONE_LIMIT_CPU_SHARES', 'MILLRACE_CONTAINER_CPU_SHARES'),
  replaced('DRONE_LIMIT_CPU_SET', 'MILLRACE_CONTAINER_CPU_SET'),
  replaced(
    'DRONE_DOCKER_CONFIG',
    'MILLRACE_DOCKER_CONFIG',
    'Or import the file under System Administration, Registries: existing runners get these credentials too.',
  ),
  replaced(
    'DRONE_REGISTRY_ENDPOINT DRONE_REGISTRY_SECRET DRONE_REGISTRY_PLUGIN_ENDPOINT DRONE_REGISTRY_PLUGIN_TOKEN',
    'MILLRACE_REGISTRY_PLUGIN_ENDPOINT MILLRACE_REGISTRY_PLUGIN_SECRET',
  ),
  replaced(
    'DRONE_SECRET_ENDPOINT DRONE_SECRET_SECRET DRONE_SECRET_PLUGIN_ENDPOINT DRONE_SECRET_PLUGIN_TOKEN',
    'MILLRACE_SECRET_PLUGIN_ENDPOINT MILLRACE_SECRET_PLUGIN_SECRET',
  ),
  replaced(
    'DRONE_ENV_PLUGIN_ENDPOINT DRONE_ENV_PLUGIN_TOKEN',
    'MILLRACE_ENV_PLUGIN_ENDPOINT MILLRACE_ENV_PLUGIN_SECRET',
  ),

  replaced(
    'DRONE_YAML_ENDPOINT DRONE_YAML_SECRET DRONE_YAML_TIMEOUT',
    'MILLRACE_CONFIG_PLUGIN_ENDPOINT MILLRACE_CONFIG_PLUGIN_SECRET MILLRACE_CONFIG_PLUGIN_TIMEOUT',
  ),
  replaced(
    'DRONE_CONVERT_PLUGIN_ENDPOINT DRONE_CONVERT_PLUGIN_SECRET DRONE_CONVERT_PLUGIN_EXTENSION DRONE_CONVERT_TIMEOUT',
    'MILLRACE_CONVERT_PLUGIN_ENDPOINT MILLRACE_CONVERT_PLUGIN_SECRET MILLRACE_CONVERT_PLUGIN_EXTENSION MILLRACE_CONVERT_PLUGIN_TIMEOUT',
  ),
  builtIn('DRONE_CONVERT_PLUGIN_CACHE_SIZE', 'Conversions are not cached.'),
  builtIn('DRONE_CONVERT_MULTI', 'Several conversion extensions are always possible.'),
  replaced(
    'DRONE_VALIDATE_PLUGIN_ENDPOINT DRONE_VALIDATE_PLUGIN_SECRET DRONE_VALIDATE_TIMEOUT',
    'MILLRACE_VALIDATE_PLUGIN_ENDPOINT MILLRACE_VALIDATE_PLUGIN_SECRET MILLRACE_VALIDATE_PLUGIN_TIMEOUT',
  ),
  replaced(
    'DRONE_WEBHOOK_ENDPOINT DRONE_WEBHOOK_SECRET DRONE_WEBHOOK_EVENTS',
    'MILLRACE_WEBHOOK_PLUGIN_ENDPOINT MILLRACE_WEBHOOK_PLUGIN_SECRET MILLRACE_WEBHOOK_PLUGIN_EVENTS',
  ),
  replaced(
    'DRONE_REGISTRY_SKIP_VERIFY DRONE_REGISTRY_PLUGIN_SKIP_VERIFY DRONE_SECRET_SKIP_VERIFY DRONE_SECRET_PLUGIN_SKIP_VERIFY DRONE_ENV_PLUGIN_SKIP_VERIFY DRONE_ADMISSION_PLUGIN_SKIP_VERIFY DRONE_WEBHOOK_SKIP_VERIFY DRONE_YAML_SKIP_VERIFY DRONE_CONVERT_PLUGIN_SKIP_VERIFY DRONE_VALIDATE_PLUGIN_SKIP_VERIFY',
    'NODE_EXTRA_CA_CERTS',
    trustedCertificates,
  ),

  builtIn('DRONE_JSONNET_ENABLED DRONE_STARLARK_ENABLED', 'Both always work.'),
  replaced('DRONE_JSONNET_IMPORT_LIMIT', 'MILLRACE_SCRIPT_IMPORTS', 'Also for load() of Starlark.'),
  notAvailable(
    'DRONE_STARLARK_STEP_LIMIT DRONE_STARLARK_SIZE_LIMIT',
    'The limits of scripts are fixed; docs/configuration.md lists them.',
  ),
  builtIn('DRONE_CRON_DISABLED DRONE_CRON_INTERVAL', 'Cron jobs run on time. Disable single ones.'),
  builtIn(
    'DRONE_CLEANUP_DISABLED DRONE_CLEANUP_INTERVAL DRONE_CLEANUP_DEADLINE_RUNNING DRONE_CLEANUP_BUFFER',
    'A stage whose runner does not answer for two minutes ends.',
  ),
  replaced(
    'DRONE_CLEANUP_DEADLINE_PENDING',
    'MILLRACE_QUEUE_MAX_HOURS',
    'Hours; by default no limit.',
  ),
  replaced('DRONE_LOGS_DEBUG DRONE_LOGS_TRACE', 'MILLRACE_LOG_LEVEL', 'debug, trace and others.'),
  notAvailable('DRONE_LOGS_COLOR DRONE_LOGS_PRETTY DRONE_LOGS_TEXT', 'Logs are always JSON.'),
  replaced('DRONE_PROMETHEUS_ANONYMOUS_ACCESS', 'MILLRACE_METRICS=everyone'),
  builtIn('DRONE_PROMETHEUS_HTTP_METRICS', '/metrics has the times of requests.'),
  notAvailable(
    'DRONE_DATADOG_ENABLED DRONE_DATADOG_ENDPOINT DRONE_DATADOG_TOKEN',
    'Let the agent of Datadog read /metrics, which has the format of Prometheus.',
  ),
  notAvailable('DRONE_PPROF_ENABLED', '/metrics has memory, processor time and event-loop delay.'),
  builtIn('DRONE_LICENSE DRONE_LICENSE_ENDPOINT', 'Millrace has no licence keys.'),
];
