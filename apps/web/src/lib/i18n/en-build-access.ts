/** English texts about other repositories that builds may read. */
export const enBuildAccess = {
  title: 'Build Access',
  targets: {
    title: 'Builds May Read',
    hint: 'Builds of this repository can clone these repositories too, for example as private submodules. Everyone who can push here can then read them through a build. Pull requests from forks get no access.',
    emptyTitle: 'No Other Repositories',
    empty: 'Builds can read this repository and public ones.',
    question: 'Are you sure you want to remove this repository?',
    removeDetail: (other: string, slug: string) => `Builds of ${slug} can no longer read ${other}.`,
  },
  readers: {
    title: 'Read by Builds Of',
    hint: 'Builds of these repositories can clone this one. You can remove them here, but an administrator of both adds them there.',
    emptyTitle: 'No Other Repositories',
    empty: 'Only builds of this repository can read it, unless it is public.',
    question: 'Are you sure you want to remove this repository?',
    removeDetail: (other: string, slug: string) => `Builds of ${other} can no longer read ${slug}.`,
  },
  add: 'Add Repository',
  dialog: 'Add a Repository',
  repository: 'Repository',
  repositoryHint: 'As namespace/name. You must be an administrator of it.',
  malformed: 'Enter the name as namespace/name, for example octo/library.',
  addedBy: 'Added by',
  added: 'Added',
  done: 'Repository has been added successfully',
  failed: (message: string) => `Unable to add repository: ${message}`,
  remove: 'Remove',
  removed: 'Repository has been removed successfully',
  removeFailed: (message: string) => `Unable to remove repository: ${message}`,
};

export type BuildAccessMessages = typeof enBuildAccess;
