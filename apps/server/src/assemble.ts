import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Config } from './config/config.ts';
import type { DataDir } from './config/data-dir.ts';
import { ContributionList, type Contributions } from './contributions.ts';
import { createCore, type OpenedCore } from './create-core.ts';
import { Features } from './features.ts';
import { type Ask, Ports } from './port.ts';

interface Options {
  config: Config;
  dirs: DataDir;
  logger: Logger;
  clock?: Clock;
  /** Id of this server on a shared database. Generated, unless the caller has one that survives restarts. */
  serverId?: string;
  /** Folders of features that are left out. */
  without?: readonly string[];
  /** Contributions that come before those of the features. */
  contributions?: Partial<Contributions>;
}

/** A server that does not run yet. */
export interface AssembledServer extends OpenedCore {
  features: Features;
  /** Asks features. */
  ask: Ask;
}

/** Opens the core and creates the features. */
export async function assemble({
  without,
  contributions = {},
  ...options
}: Options): Promise<AssembledServer> {
  const ports = new Ports();
  const list = new ContributionList();
  list.add(contributions);
  const opened = await createCore({ ...options, contributed: list.all });
  const features = new Features(opened.core, ports, list, without);
  return { ...opened, features, ask: ports.askAs('server') };
}
