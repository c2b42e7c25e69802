import { createLogger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import { requireNoServer } from '../cluster/server-list.ts';
import { configFromEnv } from '../config/config.ts';
import { openDataDir } from '../config/data-dir.ts';
import { lockDataDir } from '../config/data-lock.ts';
import { readEnvironment } from '../config/env.ts';
import { readStoreSettings } from '../config/object-store-settings.ts';
import type { Environment } from '../config/read-variable.ts';
import { createCore } from '../create-core.ts';
import { droneDatabaseKinds } from '../drone/import/drone-database.ts';
import { checkDrone, type DroneSource, importDrone } from '../drone/import/import-drone.ts';
import { Features } from '../features.ts';
import { createPorts } from '../ports.ts';
import { fromCommandLine } from './from-command-line.ts';
import { progressBar } from './progress-bar.ts';
import { readArgs } from './read-args.ts';
import { say } from './say.ts';

const usage = `Usage:
  millrace import drone --from sqlite3|postgres|mysql URL [--secret KEY] [--logs PLACE]
    [--without-forge-tokens] [--dry-run]

  URL          database of Drone: its file, or postgres://… or mysql://…
  --secret     value of DRONE_DATABASE_SECRET, if the database is encrypted
  --logs       logs outside of the database: s3://BUCKET/PREFIX, or file:///FOLDER with a copy of the bucket
  --without-forge-tokens
               leaves the tokens for the forge to Drone, while it is running
  --dry-run    checks the database and the key, and counts the rows

The server must be stopped.`;

const options = {
  from: { type: 'string' },
  secret: { type: 'string' },
  logs: { type: 'string' },
  'without-forge-tokens': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const;

/** `millrace import drone …` */
export async function importCommand(args: readonly string[]): Promise<number> {
  const { words, values } = readArgs(args, 2, options, usage);
  const [from, url = ''] = words;
  const kind = droneDatabaseKinds.find((candidate) => candidate === values.from);
  if (from !== 'drone' || !kind) throw new StartError(usage);
  const env = readEnvironment();
  const source: DroneSource = {
    ...{ kind, url },
    secret: values.secret || env.DRONE_DATABASE_SECRET || undefined,
    logs: values.logs ? readStoreSettings(serviceOfDrone(env), '--logs', values.logs) : null,
    takesTokens: !values['without-forge-tokens'],
  };
  if (values['dry-run']) (await checkDrone(source)).forEach(say);
  else await run(source);
  return 0;
}

/** Returns the environment with the S3 service of Drone, which may be another one than that of Millrace. */
function serviceOfDrone(env: Environment): Environment {
  return {
    ...env,
    MILLRACE_S3_ENDPOINT: env.DRONE_S3_ENDPOINT || env.MILLRACE_S3_ENDPOINT,
    MILLRACE_S3_PATH_STYLE: env.DRONE_S3_PATH_STYLE || env.MILLRACE_S3_PATH_STYLE,
  };
}

async function run(source: DroneSource): Promise<void> {
  const config = configFromEnv();
  const dirs = await openDataDir(config);
  const lock = lockDataDir(config.dataDir);
  try {
    const ports = createPorts();
    const logger = createLogger(config.logLevel);
    const { core, close } = await createCore({ config, dirs, logger, ports });
    try {
      await requireNoServer(core.db);
      new Features(core, ports);
      const onProgress = progressBar(process.stdout);
      const details = { from: source.kind };
      const report = await core.audit.record(
        { ...fromCommandLine, action: 'server.import', target: '', details },
        () => importDrone(source, { core, ports, onProgress }),
      );
      report.lines().forEach(say);
    } finally {
      await close();
    }
  } finally {
    lock.release();
  }
}
