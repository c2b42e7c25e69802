import type { ConditionFacts } from './conditions.ts';

/** Properties of a build that conditions are compared with. */
interface ComparedBuild {
  event: string;
  action?: string;
  /** Branch to build, or target branch of a pull request. */
  target: string;
  /** Source branch of a pull request; otherwise the same as `target`. */
  source?: string;
  /** `namespace/name` of the repository with the commit; empty for the repository of the build. */
  sourceRepo?: string;
  ref: string;
  /** Login of the person who caused the build. */
  sender: string;
  cron?: string;
  deployTo?: string;
  params?: Readonly<Record<string, string>>;
}

interface Surroundings {
  /** `namespace/name` of the repository. */
  slug: string;
  /** Host of the server. */
  instance: string;
  /** Changed files; undefined if unknown. */
  paths: readonly string[] | undefined;
}

/** Returns the facts of a build that the conditions of its pipeline file are compared with. */
export function conditionFacts(
  build: ComparedBuild,
  { slug, instance, paths }: Surroundings,
): ConditionFacts {
  const { sourceRepo = '' } = build;
  return {
    event: build.event,
    action: build.action ?? '',
    branch: build.target,
    source_branch: build.source ?? build.target,
    fork: String(sourceRepo !== '' && sourceRepo !== slug),
    ref: build.ref,
    repo: slug,
    sender: build.sender,
    cron: build.cron ?? '',
    target: build.deployTo ?? '',
    parameters: build.params ?? {},
    instance,
    paths,
  };
}
