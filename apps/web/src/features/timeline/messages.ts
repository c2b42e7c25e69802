import { text } from '../../lib/i18n/texts.ts';

/** Texts of the timeline. */
export const timelineMessages = {
  label: text('Timeline', '时间线'),
  caption: text(
    'How long each stage and step waited, started and ran',
    '各阶段与步骤的等待、启动和运行时间',
  ),
  none: text('Nothing of this attempt has begun yet.', '这次尝试尚未开始。'),
  name: text('Stage or step', '阶段或步骤'),
  axis: text('On the time axis', '在时间轴上'),
  phases: {
    waiting: text('Waiting', '等待'),
    starting: text('Starting', '启动'),
    running: text('Running', '运行'),
  },
  critical: text('Critical path', '关键路径'),
  isCritical: text('on the critical path', '在关键路径上'),
  saving: text('Would save', '可节省'),
  savingHint: text(
    'By how much the build would be shorter if this took no time',
    '若此项不耗时，构建可缩短的时间',
  ),
  succeeded: text('succeeded', '成功'),
  kept: text(
    (attempt: number) => `kept from attempt ${attempt}`,
    (attempt: number) => `沿用第 ${attempt} 次尝试`,
  ),
};
