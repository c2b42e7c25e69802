import { readArgs } from '@millrace/cli/command-line/read-args';
import { say } from '@millrace/cli/command-line/say';
import { readEnvironment } from '@millrace/node-kit/environment';
import { createLogger } from '@millrace/node-kit/logger';
import type { Environment } from '@millrace/node-kit/settings/read-settings';
import { StartError } from '@millrace/node-kit/start-error';
import { assemble } from '../assemble.ts';
import { requireNoServer } from '../cluster/server-list.ts';
import { configFromEnv } from '../config/config.ts';
import { openDataDir } from '../config/data-dir.ts';
import { lockDataDir } from '../config/data-lock.ts';
import { readStoreSettings } from '../config/object-store-settings.ts';
import { droneDatabaseKinds } from '../drone/import/drone-database.ts';
import {
  checkDrone,
  type DroneImport,
  type DroneSource,
  importDrone,
} from '../drone/import/import-drone.ts';
import { fromCommandLine } from './from-command-line.ts';
import { progressBar } from './progress-bar.ts';
import { workWaits } from './work-waits.ts';

const usage = `Usage:
  millrace import drone --from sqlite3|postgres|mysql URL [--secret KEY] [--logs PLACE]
    [--without-forge-tokens] [--trust-logins] [--resume] [--dry-run]

  URL          database of Drone: its file, or postgres://… or mysql://…
  --secret     value of DRONE_DATABASE_SECRET, if the database is encrypted
  --logs       logs outside of the database: s3://BUCKET/PREFIX, or file:///FOLDER with a copy of the bucket
  --without-forge-tokens
               leaves the tokens for the forge to Drone, while it is running
  --trust-logins
               gives accounts that exist here what those of Drone with the same login have
  --resume     lets the server work at once; otherwise builds, cron jobs and outgoing work wait
  --dry-run    checks the database and the key, and counts the rows

The server must be stopped.`;

const options = {
  from: { type: 'string' },
  secret: { type: 'string' },
  logs: { type: 'string' },
  'without-forge-tokens': { type: 'boolean' },
  'trust-logins': { type: 'boolean' },
  resume: { type: 'boolean' },
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
    kind,
    url,
    secret: values.secret || env.DRONE_DATABASE_SECRET || undefined,
    logs: values.logs ? readStoreSettings(serviceOfDrone(env), '--logs', values.logs) : null,
    takesTokens: !values['without-forge-tokens'],
  };
  if (values['dry-run']) (await checkDrone(source)).forEach(say);
  else {
    const trustsLogins = values['trust-logins'] === true;
    await run({ ...source, trustsLogins, resumes: values.resume === true });
  }
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

async function run(source: DroneImport): Promise<void> {
  const config = configFromEnv();
  const dirs = await openDataDir(config);
  const lock = lockDataDir(config.dataDir);
  try {
    const logger = createLogger(config.logLevel);
    const { core, features, close } = await assemble({ config, dirs, logger });
    try {
      await requireNoServer(core.db);
      const onProgress = progressBar(process.stdout);
      const details = { from: source.kind };
      const report = await core.audit.record(
        { ...fromCommandLine, action: 'server.import', target: '', details },
        () => importDrone(source, { core, contributed: features.contributed, onProgress }),
      );
      report.lines().forEach(say);
      if (!source.resumes) say(workWaits);
    } finally {
      await close();
    }
  } finally {
    lock.release();
  }
}
