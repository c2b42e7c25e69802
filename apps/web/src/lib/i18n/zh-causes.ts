import type { CauseMessages } from './en-causes.ts';

/** Simplified Chinese texts about causes of failures. */
export const zhCauses: CauseMessages = {
  seen: (count) => `出现过 ${count} 次，始于`,
  inRepos: (repos) => `涉及 ${repos} 个仓库`,
  recovered: (count, isProbablyUnrelated) =>
    `其中 ${count} 次在重试后通过${isProbablyUnrelated ? '：很可能与您的更改无关' : ''}`,
  firstCommit: '首次出现于提交',
};
