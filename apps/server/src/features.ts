import type { Loop } from './cluster/background-work.ts';
import type { Core } from './core.ts';
import type { CreateFeature, Feature, Routing } from './feature.ts';
import { artifacts } from './features/artifacts/index.ts';
import { badges } from './features/badges/index.ts';
import { builds } from './features/builds/index.ts';
import { cards } from './features/cards/index.ts';
import { crons } from './features/crons/index.ts';
import { links } from './features/links/index.ts';
import { logs } from './features/logs/index.ts';
import { queue } from './features/queue/index.ts';
import { secrets } from './features/secrets/index.ts';
import { summaries } from './features/summaries/index.ts';
import { system } from './features/system/index.ts';
import { templates } from './features/templates/index.ts';
import { testReports } from './features/test-reports/index.ts';
import type { Ports } from './ports.ts';

/** Everything that the server can do. A new feature is its folder and a line here. */
const list: readonly CreateFeature[] = [
  system,
  queue,
  builds,
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

  get jobs(): Loop[] {
    return this.features.flatMap(({ jobs = [] }) => jobs);
  }

  addRoutes(routing: Routing): void {
    for (const { addRoutes } of this.features) addRoutes?.(routing);
  }

  async stop(): Promise<void> {
    for (const { stop } of this.features.toReversed()) await stop?.();
  }
}
