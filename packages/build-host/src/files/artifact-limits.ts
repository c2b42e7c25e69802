/** Quotas and retention of artifacts. */
export interface ArtifactLimits {
  /** 0 means no expiry. */
  days: number;
  fileBytes: number;
  /** Maximum for all steps of a build. */
  buildBytes: number;
  /** Maximum for all builds of a repository. */
  repoBytes: number;
}

/** Limits set by a repository; null if it has no own value. */
export type OwnArtifactLimits = { [Name in keyof ArtifactLimits]: number | null } & {
  /** Whether the retention in days applies even if it exceeds that of the server. */
  isDaysBeyond: boolean;
};

export const noOwnLimits: OwnArtifactLimits = {
  days: null,
  fileBytes: null,
  buildBytes: null,
  repoBytes: null,
  isDaysBeyond: false,
};

/**
 * Returns the limits of a repository, which may be lower than those of the server, but not higher. Only a system
 * admin can set a longer retention.
 */
export function artifactLimitsOf(own: OwnArtifactLimits, server: ArtifactLimits): ArtifactLimits {
  const smaller = (name: keyof ArtifactLimits) => Math.min(own[name] ?? server[name], server[name]);
  return {
    days: own.isDaysBeyond && own.days !== null ? own.days : shorterDays(own.days, server.days),
    fileBytes: smaller('fileBytes'),
    buildBytes: smaller('buildBytes'),
    repoBytes: smaller('repoBytes'),
  };
}

/** Returns the shorter retention. 0 is the longest. */
export function shorterDays(own: number | null, server: number): number {
  const days = [own, server].filter((each) => each !== null && each > 0);
  return days.length > 0 ? Math.min(...(days as number[])) : 0;
}
