import type { Core } from './core.ts';
import type { CreateFeature, Feature, Routing } from './feature.ts';
import { artifacts } from './features/artifacts/index.ts';
import { badges } from './features/badges/index.ts';
import { builds } from './features/builds/index.ts';
import { cards } from './features/cards/index.ts';
import { commitStatuses } from './features/commit-statuses/index.ts';
import { crons } from './features/crons/index.ts';
import { gitHosting } from './features/git-hosting/index.ts';
import { links } from './features/links/index.ts';
import { live } from './features/live/index.ts';
import { logs } from './features/logs/index.ts';
import { queue } from './features/queue/index.ts';
import { repos } from './features/repos/index.ts';
import { runners } from './features/runners/index.ts';
import { secrets } from './features/secrets/index.ts';
import { signIn } from './features/sign-in/index.ts';
import { summaries } from './features/summaries/index.ts';
import { system } from './features/system/index.ts';
import { templates } from './features/templates/index.ts';
import { testReports } from './features/test-reports/index.ts';
import { users } from './features/users/index.ts';
import { webhooks } from './features/webhooks/index.ts';
import type { Loop } from './jobs/loop.ts';
import type { Ports } from './ports.ts';

/** Everything that the server can do. A new feature is its folder and a line here. */
const list: readonly CreateFeature[] = [
  system,
  users,
  signIn,
  repos,
  gitHosting,
  webhooks,
  runners,
  queue,
  builds,
  live,
  commitStatuses,
  secrets,
  templates,
  crons,
  logs,
  artifacts,
  testReports,
  summaries,
  cards,
  badges,
  links,
];

export class Features {
  private readonly features: readonly Feature[];

  constructor(core: Core, ports: Ports) {
    this.features = list.map((create) => {
      const feature = create(core, ports);
      Object.assign(ports, feature.ports);
      return feature;
    });
  }

  /** Background work by name. */
  get jobs(): ReadonlyMap<string, Loop> {
    const all = this.features.flatMap(({ jobs = {} }) => Object.entries(jobs));
    return new Map(all.flatMap(([name, job]) => (job ? [[name, job]] : [])));
  }

  async addRoutes(routing: Routing): Promise<void> {
    for (const { addRoutes } of this.features) await addRoutes?.(routing);
  }

  async prepare(): Promise<void> {
    for (const { prepare } of this.features) await prepare?.();
  }

  async start(): Promise<void> {
    for (const { start } of this.features) await start?.();
  }

  async stop(): Promise<void> {
    for (const { stop } of this.features.toReversed()) await stop?.();
  }
}
