import { text } from '../../lib/i18n/texts.ts';

/** Texts about failing steps. */
export const failureMessages = {
  label: text('What failed', '失败内容'),
  failsNow: text(
    (line: string) => `What failed on ${line}`,
    (line: string) => `${line} 的失败内容`,
  ),
  failsSince: text(
    (line: string, build: number, ago: number) =>
      `${line} has been failing since #${build} (${ago} ${ago === 1 ? 'build' : 'builds'} ago)`,
    (line: string, build: number, ago: number) =>
      `${line} 自 #${build} 起失败，已持续 ${ago} 次构建`,
  ),
  since: text(
    (build: number, ago: number) =>
      `failing since #${build} (${ago} ${ago === 1 ? 'build' : 'builds'} ago)`,
    (build: number, ago: number) => `自 #${build} 起失败，已持续 ${ago} 次构建`,
  ),
  isNew: text('new', '新出现'),
  failedBefore: text(
    (failed: number, of: number) => `failed in ${failed} of the last ${of}`,
    (failed: number, of: number) => `最近 ${of} 次中失败 ${failed} 次`,
  ),
  more: text(
    (count: number) => `${count} more failed`,
    (count: number) => `还有 ${count} 项失败`,
  ),
  lastSuccess: text('Last success:', '上次成功：'),
  neverSucceeded: text(
    (line: string) => `No build of ${line} before this one succeeded.`,
    (line: string) => `在此之前 ${line} 没有成功的构建。`,
  ),
  commits: text(
    (count: number, isAll: boolean) =>
      `${count}${isAll ? '' : ' or more'} ${count === 1 ? 'commit' : 'commits'} since`,
    (count: number, isAll: boolean) => `之后有 ${count} 个${isAll ? '' : '以上'}提交`,
  ),
  sameCommit: text('of the same commit', '同一提交'),
  failed: text(
    (message: string) => `Unable to tell since when it fails: ${message}`,
    (message: string) => `无法得知自何时起失败：${message}`,
  ),
};

/** Names of causes of a failure that are not the code. */
export const failureCauseMessages = {
  runner: text(
    (stage: string) => `Infrastructure: the runner of ${stage} was lost`,
    (stage) => `基础设施故障：${stage} 的运行器失联`,
  ),
  image: text(
    (stage: string) => `Infrastructure: an image of ${stage} could not be pulled`,
    (stage) => `基础设施故障：无法拉取 ${stage} 的镜像`,
  ),
  disk: text(
    (stage: string) => `Infrastructure: the disk was full in ${stage}`,
    (stage) => `基础设施故障：${stage} 的磁盘已满`,
  ),
  timeout: text(
    (stage: string) => `${stage} timed out`,
    (stage) => `${stage} 已超时`,
  ),
};
