import type { ChangedPart } from '@millrace/contract/api';
import { type Text, text } from '../../lib/i18n/texts.ts';

const builds = (count: number) => `${count} build${count === 1 ? '' : 's'}`;

const changes: Record<ChangedPart['change'], Text<(name: string, count: number) => string>> = {
  added: text(
    (name, count) => `${name} would run in ${builds(count)}`,
    (name, count) => `${name} 会在 ${count} 次构建中运行`,
  ),
  removed: text(
    (name, count) => `${name} would not run in ${builds(count)}`,
    (name, count) => `${name} 不会在 ${count} 次构建中运行`,
  ),
  policy: text(
    (name, count) => `${name} would run after other results in ${builds(count)}`,
    (name, count) => `${name} 会在 ${count} 次构建中于其他结果之后运行`,
  ),
};

function describeDifference(changed: number, all: number): string {
  if (all === 0) return 'No earlier build can be compared';
  if (all === 1) return `The last build would ${changed === 0 ? 'not ' : ''}run differently`;
  return `${changed === 0 ? 'None' : changed} of the last ${all} builds would run differently`;
}

/** Texts about builds that change the pipeline file. */
export const pipelineChangeMessages = {
  title: text('This build changes the pipeline file', '此构建更改了流水线文件'),
  pending: text('Comparing the last builds', '正在比较最近的构建'),
  differ: text(describeDifference, (changed, all) => {
    if (all === 0) return '没有可比较的早期构建';
    if (changed === 0) return `最近 ${all} 次构建的运行都相同`;
    return `最近 ${all} 次构建中有 ${changed} 次的运行会不同`;
  }),
  failed: text(
    (error: string) => `Not compared: ${error}`,
    (error) => `未比较：${error}`,
  ),
  changes,
  couldNotStart: text(
    (count: number) => `${builds(count)} could not start`,
    (count) => `${count} 次构建无法启动`,
  ),
  more: text(
    (count: number) => `and ${count} more stages or steps`,
    (count) => `另有 ${count} 个阶段或步骤`,
  ),
  time: text(
    (before: number, after: number) =>
      `Critical path about ${after.toLocaleString('en')} s instead of ${before.toLocaleString('en')} s (median)`,
    (before, after) => `关键路径约 ${after} 秒，原为 ${before} 秒（中位数）`,
  ),
  compare: text(
    (build: number) => `Compare with #${build}, which has the earlier file`,
    (build) => `与使用旧文件的 #${build} 比较`,
  ),
  editor: text(
    (branch: string) => `Open the file of ${branch} with each build`,
    (branch) => `打开 ${branch} 的文件并查看每次构建`,
  ),
};
