import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const noExtension = { endpoints: [], timeoutMs: 60_000 };

it('has a default for every setting', () => {
  expect(readConfig({})).toEqual({
    basePath: '',
    host: '127.0.0.1',
    port: 8080,
    publicUrl: undefined,
    tls: null,
    dataDir: resolve('.millrace'),
    repositoriesDir: undefined,
    stopDelaySec: 0,
    drainSec: 0,
    database: {
      url: undefined,
      connections: 10,
      limits: { readSec: 10, writeSec: 60 },
      allowsNewer: false,
    },
    adminLogin: 'admin',
    adminPassword: undefined,
    secondFactor: 'optional',
    sessionHours: 720,
    seed: 'samples',
    secretKey: undefined,
    rpcSecret: undefined,
    sharedSecretRunners: 'accept',
    runnersAddedBy: 'owners',
    runnerCapacity: 2,
    execUser: undefined,
    execView: 'private',
    maxLogBytes: 50_000_000,
    cloneRetries: 4,
    cleanUpSec: 300,
    stages: {
      environment: {},
      privilegedImages: [],
      logins: [],
      containers: expect.objectContaining({ mounts: [], networks: [], devices: [] }),
    },
    logLevel: 'warn',
    logStore: null,
    metrics: 'admins',
    newRepos: { visibility: 'public', isTrusted: false, filter: [] },
    queue: { maxWaitHours: 0, infrastructureRetries: 0, raiseMinutes: 30 },
    owners: { running: 0, storageBytes: 0 },
    usage: { days: 400, pricePerMinute: 0, pricesOfLabels: [], currency: '' },
    scriptImports: 0,
    traces: null,
    artifacts: { days: 90, fileBytes: 2e9, buildBytes: 1e10, repoBytes: 1e11 },
    reportAddressMs: 4 * 3_600_000,
    caches: { days: 14, entryBytes: 2e9, repoBytes: 1e10 },
    diskReserveBytes: 500_000_000,
    forge: {
      remote: null,
      admins: [],
      allowed: 'everyone',
      statusName: null,
      reportsSkipped: true,
      reportsFileChanges: true,
      passwordSignIn: true,
      checks: { maxPerMinute: 600 },
    },
    extensions: {
      config: noExtension,
      validate: noExtension,
      admission: noExtension,
      env: noExtension,
      secret: noExtension,
      registry: noExtension,
      convert: { ...noExtension, fileSuffix: '' },
      webhook: { ...noExtension, events: [] },
      maxResponseBytes: 4_000_000,
    },
    externalSecrets: { vault: null, folder: null },
    oidc: null,
    ldap: null,
    git: {
      inAll: 32,
      perAccount: 8,
      perAddress: 8,
      waitMs: 30_000,
      timeoutMs: 3_600_000,
      stallMs: 60_000,
      turnMs: 300_000,
    },
    downloads: {
      inAll: 64,
      perAccount: 16,
      perAddress: 24,
      waitMs: 30_000,
      stallMs: 60_000,
      turnMs: 60_000,
      minBytes: 65_536,
    },
    signIn: {
      workers: expect.any(Number),
      queue: 64,
      attempts: 10,
      perAddress: 60,
      perLogin: 60,
    },
    replayFilesBytes: 200_000_000,
    terminalMinutes: 15,
    retention: {
      limits: {
        build_days: 0,
        build_count: 0,
        log_days: 0,
        log_count: 0,
        artifact_days: 90,
        artifact_count: 0,
        test_days: 0,
        test_count: 0,
      },
      deployments: 5,
    },
    auditDays: 365,
    branchDays: 365,
    causeDays: 365,
    terminalDays: 90,
    runnerDays: 7,
    streams: { inAll: 12_000, perAccount: 250, perAddress: 2000 },
    trustedProxies: [],
    cardNetworks: [],
    approvals: 'writers',
    notifications: {
      networks: [],
      maxSubscriptions: 20,
      maxAsked: 30,
      digestHour: 6,
      maxDeliveries: 200,
      deliveryDays: 30,
    },
    mail: null,
    links: {},
    variables: expect.any(Array),
  });
});

it.each(['https://ci.example.com/', ' HTTPS://CI.example.com:443\n'])(
  'reads the public URL, written as %j',
  (text) => {
    expect(readConfig({ MILLRACE_URL: text }).publicUrl).toBe('https://ci.example.com');
  },
);

it('reads trusted proxies', () => {
  const env = { MILLRACE_TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16,fd00::/8,' };
  expect(readConfig(env).trustedProxies).toEqual(['127.0.0.1', '10.1.0.0/16', 'fd00::/8']);
});

it.each([
  ['https://Example.com/', 'https://example.com', ''],
  ['https://example.com/ci/', 'https://example.com/ci', '/ci'],
  ['http://127.0.0.1:8080/tools/ci', 'http://127.0.0.1:8080/tools/ci', '/tools/ci'],
])('reads the path of MILLRACE_URL=%s', (text, publicUrl, basePath) => {
  expect(readConfig({ MILLRACE_URL: text })).toMatchObject({ publicUrl, basePath });
});

it.each([
  ['MILLRACE_QUEUE_MAX_HOURS', '-1'],
  ['MILLRACE_REPO_VISIBILITY', 'secret'],
  ['MILLRACE_REPO_TRUSTED', 'maybe'],
  ['MILLRACE_CONTAINER_VOLUMES', 'x'],
  ['MILLRACE_PORT', '80x'],
  ['MILLRACE_PORT', '70000'],
  ['MILLRACE_SEED', 'maybe'],
  ['MILLRACE_URL', 'ci.example.com'],
  ['MILLRACE_URL', 'https://example.com/ci?a=b'],
  ['MILLRACE_URL', 'https://example.com/api/ci'],
  ['MILLRACE_URL', 'https://example.com/Login'],
  ['MILLRACE_URL', 'https://ada:secret@ci.example.com'],
  ['MILLRACE_URL', 'https://ci.example.com?a=b'],
  ['MILLRACE_RUNNER_CAPACITY', '-1'],
  ['MILLRACE_LOG_LEVEL', 'loud'],
  ['MILLRACE_METRICS', 'nobody'],
  ['MILLRACE_TRUSTED_PROXIES', 'proxy.example.com'],
  ['MILLRACE_TRUSTED_PROXIES', '10.0.0.0/33'],
  ['MILLRACE_CARD_NETWORKS', 'cards.example.com'],
  ['MILLRACE_NOTIFY_NETWORKS', 'chat.example.com'],
])('rejects %s=%s, and names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

it('reads the settings of new repositories and of the queue', () => {
  const config = readConfig({
    MILLRACE_REPO_VISIBILITY: 'internal',
    MILLRACE_REPO_TRUSTED: 'yes',
    MILLRACE_REPO_FILTER: 'Acme, tools/*',
    MILLRACE_QUEUE_MAX_HOURS: '24',
    MILLRACE_INFRASTRUCTURE_RETRIES: '1',
  });
  expect(config.newRepos).toEqual({
    visibility: 'internal',
    isTrusted: true,
    filter: ['acme', 'tools/*'],
  });
  expect(config.queue).toEqual({
    maxWaitHours: 24,
    infrastructureRetries: 1,
    raiseMinutes: 30,
  });
});

it('removes the line break at the end of secrets', () => {
  const { adminPassword, rpcSecret } = readConfig({
    MILLRACE_ADMIN_PASSWORD: 'a long password\n',
    MILLRACE_RPC_SECRET: ' shared\r\n',
  });
  expect([adminPassword, rpcSecret]).toEqual(['a long password', 'shared']);
});

it('rejects a runner secret that does not fit in a header', () => {
  expect(() => readConfig({ MILLRACE_RPC_SECRET: 'two\nlines' })).toThrow('MILLRACE_RPC_SECRET');
});

it('lists the variables with the values in force, without secret ones', () => {
  const env = { MILLRACE_PORT: '9090', MILLRACE_RPC_SECRET: 'a secret', MILLRACE_URL: '' };
  const { variables } = readConfig(env);
  const find = (name: string) => variables.find((variable) => variable.name === name);
  const [isSecret, isSet] = [false, false];
  const host = { name: 'MILLRACE_HOST', value: '127.0.0.1', isSecret, isSet };
  expect(find('MILLRACE_HOST')).toEqual({
    ...host,
    usual: '127.0.0.1',
    text: 'Address to listen on; 0.0.0.0 for all.',
  });
  expect(find('MILLRACE_TLS_KEY')?.text).toBe(find('MILLRACE_TLS_CERT')?.text);
  expect(find('MILLRACE_PORT')).toMatchObject({ value: '9090', isSet: true });
  expect(find('MILLRACE_URL')).toMatchObject({
    value: '',
    isSet: false,
    usual: 'the listening address',
  });
  expect(find('MILLRACE_RPC_SECRET')).toMatchObject({ value: '', isSecret: true, isSet: true });
  expect(JSON.stringify(variables)).not.toContain('a secret');
});

it('reads the receiver of traces', () => {
  const url = 'https://otel.example.com';
  const read = (env: Record<string, string>) => readConfig(env).traces;
  expect(read({ MILLRACE_OTLP_URL: url })).toEqual({ url: `${url}/v1/traces`, headers: {} });
  const headers = 'authorization=Basic%20abc=, x-tenant = mill';
  expect(read({ MILLRACE_OTLP_URL: `${url}/v1/traces`, MILLRACE_OTLP_HEADERS: headers })).toEqual({
    url: `${url}/v1/traces`,
    headers: { authorization: 'Basic abc=', 'x-tenant': 'mill' },
  });
  expect(() => read({ MILLRACE_OTLP_HEADERS: headers })).toThrow('set MILLRACE_OTLP_URL too');
  for (const invalid of ['x', '=y', 'a b=c', 'x=%']) {
    const env = { MILLRACE_OTLP_URL: url, MILLRACE_OTLP_HEADERS: invalid };
    expect(() => read(env)).toThrow('MILLRACE_OTLP_HEADERS must be as in name=value');
  }
});

it('reads the certificate and key of the server', () => {
  const [cert, key] = [resolve('cert.pem'), resolve('key.pem')];
  const files = { MILLRACE_TLS_CERT: 'cert.pem', MILLRACE_TLS_KEY: key };
  const source = { kind: 'files', certFile: cert, keyFile: key };
  expect(readConfig(files).tls).toEqual({ source, httpPort: 0 });
  expect(() => readConfig({ MILLRACE_TLS_KEY: key })).toThrow('MILLRACE_TLS_CERT and');
  const url = { ...files, MILLRACE_URL: 'http://ci.example.com' };
  expect(() => readConfig(url)).toThrow('MILLRACE_URL must start with https:');
});

it('reads the authority that issues the certificate of the server', () => {
  const env = { MILLRACE_TLS_ACME: 'accept-terms', MILLRACE_URL: 'https://ci.example.com:8443' };
  const source = {
    kind: 'acme',
    email: undefined,
    ca: undefined,
    domains: ['ci.example.com'],
    directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
  };
  expect(readConfig(env).tls).toEqual({ source, httpPort: 80 });
  const domains = { ...env, MILLRACE_TLS_ACME_DOMAINS: 'a.example.com, b.example.com' };
  const { tls } = readConfig({ ...domains, MILLRACE_TLS_HTTP_PORT: '8081' });
  expect(tls).toMatchObject({
    source: { domains: ['a.example.com', 'b.example.com'] },
    httpPort: 8081,
  });
  const invalid = {
    'MILLRACE_TLS_ACME needs MILLRACE_URL': { MILLRACE_URL: '' },
    'MILLRACE_URL must start with https:': { MILLRACE_URL: 'http://ci.example.com' },
    'must be host names': { MILLRACE_TLS_ACME_DOMAINS: '*.example.com' },
    'not "10.0.0.7"': { MILLRACE_URL: 'https://10.0.0.7' },
    'cannot be 0': { MILLRACE_TLS_HTTP_PORT: '0' },
    'not both': { MILLRACE_TLS_CERT: 'cert.pem', MILLRACE_TLS_KEY: 'key.pem' },
  };
  for (const [message, changed] of Object.entries(invalid)) {
    expect(() => readConfig({ ...env, ...changed })).toThrow(message);
  }
  expect(() => readConfig({ MILLRACE_TLS_HTTP_PORT: '80' })).toThrow(
    'MILLRACE_TLS_HTTP_PORT needs',
  );
});
