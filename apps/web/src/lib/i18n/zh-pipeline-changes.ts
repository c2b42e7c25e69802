import type { PipelineChangeMessages } from './en-pipeline-changes.ts';

/** Simplified Chinese texts about builds that change the pipeline file. */
export const zhPipelineChanges: PipelineChangeMessages = {
  title: '此构建更改了流水线文件',
  pending: '正在比较最近的构建',
  differ: (changed, all) => {
    if (all === 0) return '没有可比较的早期构建';
    if (changed === 0) return `最近 ${all} 次构建的运行都相同`;
    return `最近 ${all} 次构建中有 ${changed} 次的运行会不同`;
  },
  failed: (error) => `未比较：${error}`,
  changes: {
    added: (name, count) => `${name} 会在 ${count} 次构建中运行`,
    removed: (name, count) => `${name} 不会在 ${count} 次构建中运行`,
    policy: (name, count) => `${name} 会在 ${count} 次构建中于其他结果之后运行`,
  },
  couldNotStart: (count) => `${count} 次构建无法启动`,
  more: (count) => `另有 ${count} 个阶段或步骤`,
  time: (before, after) => `关键路径约 ${after} 秒，原为 ${before} 秒（中位数）`,
  compare: (build) => `与使用旧文件的 #${build} 比较`,
  editor: (branch) => `打开 ${branch} 的文件并查看每次构建`,
};
