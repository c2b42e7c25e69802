import { text } from '../../lib/i18n/texts.ts';

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

/** Texts about earlier failures with the same cause. */
export const seenBeforeMessages = {
  /** Followed by a link to the first build. */
  seen: text(
    (count: number) => `Seen ${times(count)} since`,
    (count) => `出现过 ${count} 次，始于`,
  ),
  inRepos: text(
    (repos: number) => `in ${repos} repositories`,
    (repos) => `涉及 ${repos} 个仓库`,
  ),
  recovered: text(
    (count: number, isProbablyUnrelated: boolean) =>
      `${count} of them passed on a second attempt${isProbablyUnrelated ? ': probably not your change' : ''}`,
    (count, isProbablyUnrelated) =>
      `其中 ${count} 次在重试后通过${isProbablyUnrelated ? '：很可能与您的更改无关' : ''}`,
  ),
  firstCommit: text('first with commit', '首次出现于提交'),
  /** Link to the cause, if it has no name. */
  cause: text('All builds with this failure', '查看此失败的所有构建'),
};
