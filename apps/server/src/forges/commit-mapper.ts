import { splitMessage } from '@millrace/build-host/builds/commit-message';
import type { CommitOfBuild } from '@millrace/contract/api';
import type { ForgeCommit } from './forge.ts';

/** @param linkOf returns the page of a commit at the forge */
export function toCommitJson(commit: ForgeCommit, linkOf: (sha: string) => string): CommitOfBuild {
  return {
    sha: commit.sha,
    message: splitMessage(commit.message).title,
    author_login: commit.authorLogin,
    author_name: commit.authorName,
    author_avatar: commit.authorAvatar,
    timestamp: commit.committedSec,
    link: linkOf(commit.sha),
  };
}
