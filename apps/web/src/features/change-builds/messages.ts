import { text } from '../../lib/i18n/texts.ts';

const builds = (count: number) => (count === 1 ? '1 build' : `${count} builds`);

/** Texts about changes of several builds. */
export const changeMessages = {
  label: text('Selected builds', '已选择的构建'),
  selected: text(
    (count: number) => `${builds(count)} selected`,
    (count) => `已选择 ${count} 个构建`,
  ),
  all: text(
    (count: number) => `Select all ${count}`,
    (count) => `全选 ${count} 个`,
  ),
  newest: text(
    (count: number) => `Select the newest ${count}`,
    (count) => `选择最新的 ${count} 个`,
  ),
  shown: text(
    (count: number) => `Select the ${count} shown`,
    (count) => `选择已显示的 ${count} 个`,
  ),
  none: text('Select none', '取消选择'),
  done: text('Done', '完成'),
  readFailed: text(
    (message: string) => `Unable to list the builds: ${message}`,
    (message) => `无法列出构建：${message}`,
  ),
  actions: {
    cancel: text(
      (count: number) => `Cancel ${count}`,
      (count) => `取消 ${count} 个`,
    ),
    restart: text(
      (count: number) => `Restart ${count}`,
      (count) => `重新运行 ${count} 个`,
    ),
    restartFailed: text(
      (count: number) => `Restart failed stages of ${count}`,
      (count) => `重新运行 ${count} 个构建中失败的阶段`,
    ),
  },
  questions: {
    cancel: text(
      (count: number) => `Cancel ${builds(count)}?`,
      (count) => `取消 ${count} 个构建？`,
    ),
    restart: text(
      (count: number) => `Restart ${builds(count)}?`,
      (count) => `重新运行 ${count} 个构建？`,
    ),
    restartFailed: text(
      (count: number) => `Restart the failed stages of ${builds(count)}?`,
      (count) => `重新运行 ${count} 个构建中失败的阶段？`,
    ),
  },
  details: {
    cancel: text('Their running steps are ended.', '其正在运行的步骤将被终止。'),
    restart: text('Each becomes a new build.', '每个构建都会产生一个新构建。'),
    restartFailed: text(
      'Each becomes the next attempt of its build.',
      '每个构建都会开始下一次尝试。',
    ),
  },
  progress: text(
    (done: number, all: number) => `${done} of ${all}`,
    (done, all) => `${done} / ${all}`,
  ),
  stop: text('Stop', '停止'),
  changed: text(
    (count: number) => `${builds(count)} changed`,
    (count) => `已更改 ${count} 个构建`,
  ),
  failed: text(
    (count: number, number: number, message: string) =>
      `${builds(count)} unchanged. #${number}: ${message}`,
    (count, number, message) => `${count} 个构建未更改。#${number}：${message}`,
  ),
};
