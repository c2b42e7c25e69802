const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

/** English texts about causes of failures, which only failed builds load. */
export const enCauses = {
  /** `seen` is a link to the first build. */
  seen: (count: number) => `Seen ${times(count)} since`,
  inRepos: (repos: number) => `in ${repos} repositories`,
  recovered: (count: number, isProbablyUnrelated: boolean) =>
    `${count} of them passed on a second attempt${isProbablyUnrelated ? ': probably not your change' : ''}`,
  firstCommit: 'first with commit',
};

export type CauseMessages = typeof enCauses;
