/** English texts of the lists of branches and deployments. */
export const enLatestBuilds = {
  branches: {
    filter: 'Filter branches',
    default: 'Default',
    count: (count: number) => (count === 1 ? '1 branch' : `${count} branches`),
    nothingTitle: 'No branch matches',
    nothing: 'Try another part of the name, or the login of the author.',
    remove: 'Remove',
    removeNamed: (branch: string) => `Remove ${branch} from the list`,
    removeQuestion: (branch: string) => `Remove ${branch} from the list of branches?`,
    removeDetail: (slug: string) =>
      `The branch and its builds in ${slug} stay. Its next build adds it to the list again.`,
    removed: 'Branch has been removed from the list',
    removeFailed: (message: string) => `Unable to remove branch: ${message}`,
    empty:
      'Your Branch List is Empty. This list will be populated when you execute a pipeline for an open branch.',
  },
  deployments: {
    environment: 'Environment',
    commit: 'Commit',
    committer: 'Committer',
    message: 'Message',
    remove: 'Remove',
    removeNamed: (environment: string) => `Remove ${environment} from the list`,
    removeQuestion: (environment: string) => `Remove ${environment} from the list of deployments?`,
    removeDetail: (slug: string) =>
      `Its builds in ${slug} stay, and nothing changes in the environment. The next promotion or rollback adds it to the list again.`,
    removed: 'Deployment has been removed from the list',
    removeFailed: (message: string) => `Unable to remove deployment: ${message}`,
    emptyTitle: 'Your Deployment List is Empty.',
    empty: 'This list will be populated when you promote or rollback a build.',
  },
};

export type LatestBuildMessages = typeof enLatestBuilds;
