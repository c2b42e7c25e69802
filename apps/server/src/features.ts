import type { Contributed, ContributionList } from './contributions.ts';
import type { Core } from './core.ts';
import type { TableName } from './db/database.ts';
import type { Reencrypt } from './db/reencrypt.ts';
import type { TableBound } from './db/table-bound.ts';
import type { CreateFeature, Feature, Routing } from './feature.ts';
import { accessTokens } from './features/access-tokens/index.ts';
import { announcement } from './features/announcement/index.ts';
import { answers } from './features/answers/index.ts';
import { artifacts } from './features/artifacts/index.ts';
import { audit } from './features/audit/index.ts';
import { badges } from './features/badges/index.ts';
import { bisections } from './features/bisections/index.ts';
import { buildAccess } from './features/build-access/index.ts';
import { buildTrends } from './features/build-trends/index.ts';
import { builds } from './features/builds/index.ts';
import { caches } from './features/caches/index.ts';
import { cards } from './features/cards/index.ts';
import { causes } from './features/causes/index.ts';
import { commitStatuses } from './features/commit-statuses/index.ts';
import { crons } from './features/crons/index.ts';
import { docs } from './features/docs/index.ts';
import { estimates } from './features/estimates/index.ts';
import { extensions } from './features/extensions/index.ts';
import { externalSecrets } from './features/external-secrets/index.ts';
import { gitHosting } from './features/git-hosting/index.ts';
import { jobs } from './features/jobs/index.ts';
import { links } from './features/links/index.ts';
import { live } from './features/live/index.ts';
import { logs } from './features/logs/index.ts';
import { metrics } from './features/metrics/index.ts';
import { notifications } from './features/notifications/index.ts';
import { organizations } from './features/organizations/index.ts';
import { outputs } from './features/outputs/index.ts';
import { ownerLimits } from './features/owner-limits/index.ts';
import { pipelineChanges } from './features/pipeline-changes/index.ts';
import { policies } from './features/policies/index.ts';
import { priorities } from './features/priorities/index.ts';
import { protectedRefs } from './features/protected-refs/index.ts';
import { queue } from './features/queue/index.ts';
import { registries } from './features/registries/index.ts';
import { replay } from './features/replay/index.ts';
import { repoSizes } from './features/repo-sizes/index.ts';
import { repos } from './features/repos/index.ts';
import { retention } from './features/retention/index.ts';
import { runners } from './features/runners/index.ts';
import { scim } from './features/scim/index.ts';
import { secondFactor } from './features/second-factor/index.ts';
import { secrets } from './features/secrets/index.ts';
import { sessions } from './features/sessions/index.ts';
import { signIn } from './features/sign-in/index.ts';
import { summaries } from './features/summaries/index.ts';
import { system } from './features/system/index.ts';
import { templates } from './features/templates/index.ts';
import { terminals } from './features/terminals/index.ts';
import { testReports } from './features/test-reports/index.ts';
import { traces } from './features/traces/index.ts';
import { usage } from './features/usage/index.ts';
import { users } from './features/users/index.ts';
import { webhooks } from './features/webhooks/index.ts';
import type { Loop } from './jobs/loop.ts';
import type { Ports } from './port.ts';

/** All features by folder. A new feature is a folder and a line here. */
const list: Readonly<Record<string, CreateFeature>> = {
  system,
  announcement,
  metrics,
  users,
  'sign-in': signIn,
  sessions,
  'second-factor': secondFactor,
  scim,
  'access-tokens': accessTokens,
  audit,
  repos,
  'repo-sizes': repoSizes,
  organizations,
  'git-hosting': gitHosting,
  'build-access': buildAccess,
  'protected-refs': protectedRefs,
  webhooks,
  runners,
  queue,
  policies,
  priorities,
  'owner-limits': ownerLimits,
  usage,
  jobs,
  builds,
  'pipeline-changes': pipelineChanges,
  replay,
  live,
  'commit-statuses': commitStatuses,
  secrets,
  registries,
  templates,
  terminals,
  crons,
  logs,
  artifacts,
  outputs,
  caches,
  'test-reports': testReports,
  causes,
  answers,
  estimates,
  'build-trends': buildTrends,
  bisections,
  retention,
  summaries,
  cards,
  badges,
  links,
  docs,
  traces,
  notifications,
  extensions,
  'external-secrets': externalSecrets,
};

export const featureNames = Object.keys(list);

export class Features {
  /** Parts that the features give to each other. */
  readonly contributed: Contributed;
  private readonly features: readonly (Feature & { name: string })[];

  /** @param without folders of features that are left out */
  constructor(
    core: Core,
    ports: Ports,
    contributions: ContributionList,
    without: readonly string[] = [],
  ) {
    this.contributed = contributions.all;
    const present = Object.entries(list).filter(([name]) => !without.includes(name));
    this.features = present.map(([name, create]) => {
      const feature = create(core, ports.askAs(name), contributions.all);
      if (feature.port) ports.add(name, feature.port);
      contributions.add(feature);
      return { name, ...feature };
    });
    ports.requireAnswers();
  }

  /** Tables that each feature owns, by its folder, with what limits their rows. */
  get owns(): [folder: string, tables: Readonly<Partial<Record<TableName, TableBound>>>][] {
    return this.features.map(({ name, owns = {} }) => [`features/${name}`, owns]);
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

  /** Re-encrypts the values of all features with a new key. Returns their number. */
  async reencrypt(...change: Parameters<Reencrypt>): Promise<number> {
    let count = 0;
    for (const { reencrypt } of this.features) count += (await reencrypt?.(...change)) ?? 0;
    return count;
  }
}
