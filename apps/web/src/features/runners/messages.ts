import type { RunnerState } from '@millrace/contract/vocabulary';
import { type Text, text } from '../../lib/i18n/texts.ts';

const states: Record<RunnerState | 'offline', Text> = {
  active: text('Connected', '已连接'),
  paused: text('Paused', '已暂停'),
  draining: text('Draining', '排空中'),
  offline: text('Disconnected', '未连接'),
};

/** Texts about runners. */
export const runnerMessages = {
  title: text('Runners', '运行器'),
  filter: text('Filter by name, platform or label', '按名称、平台或标签筛选'),
  name: text('Name', '名称'),
  platform: text('Platform', '平台'),
  labels: text('Labels', '标签'),
  load: text('Load', '负载'),
  steps: text('Steps', '步骤'),
  state: text('State', '状态'),
  states,
  seen: text('last seen', '最近在线'),
  stages: text(
    (running: number, capacity: number) =>
      capacity > 0 ? `${running} of ${capacity}` : `${running}`,
    (running, capacity) => (capacity > 0 ? `${running} / ${capacity}` : `${running}`),
  ),
  version: text(
    (version: string) => `Version ${version}`,
    (version) => `版本 ${version}`,
  ),
  drainingNote: text(
    (running: number) =>
      running === 0 ? 'can be stopped' : `${running} ${running === 1 ? 'stage' : 'stages'} left`,
    (running) => (running === 0 ? '可以停止' : `剩余 ${running} 个阶段`),
  ),
  pause: text('Pause', '暂停'),
  resume: text('Resume', '恢复'),
  drain: text('Drain', '排空'),
  forget: text('Forget', '移除'),
  of: text(
    (action: string, name: string) => `${action} ${name}`,
    (action, name) => `${action} ${name}`,
  ),
  changeFailed: text(
    (message: string) => `The state of the runner could not be changed: ${message}`,
    (message) => `无法更改运行器的状态：${message}`,
  ),
  forgetFailed: text(
    (message: string) => `The runner could not be forgotten: ${message}`,
    (message) => `无法移除运行器：${message}`,
  ),
  hint: text(
    'A paused runner gets no new stages until you resume it. A draining runner finishes its stages and gets none until it is restarted.',
    '已暂停的运行器在恢复之前不会获得新阶段。排空中的运行器会完成其阶段，重新启动之前不再获得新阶段。',
  ),
  emptyTitle: text('No runner is connected.', '没有已连接的运行器。'),
  empty: text(
    'Runners appear here as soon as they connect. Connect one as described in the documentation.',
    '运行器连接后会显示在这里。请按照文档连接一个运行器。',
  ),
};
