import type { TerminalEnd } from '@millrace/contract/vocabulary';
import { type Text, text } from '../../lib/i18n/texts.ts';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** Names of keys whose sign tells screen readers nothing. */
const arrows: Record<string, Text> = {
  '↑': text('Up', '上'),
  '↓': text('Down', '下'),
  '←': text('Left', '左'),
  '→': text('Right', '右'),
};

const ends: Record<TerminalEnd, Text> = {
  exited: text('The shell has ended', 'Shell 已结束'),
  closed: text('Closed', '已关闭'),
  released: text('The environment was removed', '环境已移除'),
  left: text('Closed, because the page was left', '已关闭，因为页面已离开'),
  deadline: text('The time is over', '时间已到'),
  revoked: text('Closed, because the permission was removed', '已关闭，因为权限已被取消'),
  cancelled: text('The build was cancelled', '构建已取消'),
  runner: text('The runner was stopped', '运行器已停止'),
  limit: text('Closed, because the recording is full', '已关闭，因为录制已满'),
  failed: text('The terminal could not be opened', '无法打开终端'),
};

/** Texts about terminals. */
export const terminalMessages = {
  open: text('Open a terminal', '打开终端'),
  earlier: text('earlier attempt', '较早的尝试'),
  left: text(
    (minutes: number) => (minutes > 0 ? `${minutes} min left` : 'under 1 min left'),
    (minutes) => (minutes > 0 ? `剩余 ${minutes} 分钟` : '剩余不到一分钟'),
  ),
  title: text(
    (step: string) => `Terminal: ${step}`,
    (step) => `终端：${step}`,
  ),
  opening: text('Opening the terminal …', '正在打开终端…'),
  paused: text(
    (step: string) => `${step} has failed. The stage waits until its environment is removed.`,
    (step) => `${step} 失败。该阶段会等待，直到其环境被移除。`,
  ),
  pausedBefore: text(
    (step: string) => `Paused before ${step}.`,
    (step) => `已在 ${step} 前暂停。`,
  ),
  goOn: text('Continue', '继续'),
  wentOn: text('The build continues', '构建继续运行'),
  goOnFailed: text(
    (message: string) => `Unable to continue: ${message}`,
    (message) => `无法继续：${message}`,
  ),
  openFailed: text(
    (message: string) => `Unable to open a terminal: ${message}`,
    (message) => `无法打开终端：${message}`,
  ),
  /** The keys by which a keyboard leaves the terminal, in which Tab and Escape are for the shell. */
  leaveHint: text('Shift+Esc leaves the terminal', '按 Shift+Esc 离开终端'),
  keys: text('Keys', '按键'),
  arrows,
  disconnected: text(
    (message: string) => `${message}. Trying again …`,
    (message) => `${message}。正在重试…`,
  ),
  ends,
  exitCode: text(
    (code: number) => `exit code ${code}`,
    (code) => `退出码 ${code}`,
  ),
  again: text('Open again', '再次打开'),
  remove: text('End and remove', '结束并移除'),
  removeQuestion: text('Remove the environment?', '移除环境？'),
  removeDetail: text(
    'The files of the failed step and all terminals in it are removed from the runner.',
    '失败步骤的文件及其中的所有终端将从运行器上移除。',
  ),
  removed: text('The environment has been removed', '环境已移除'),
  removeFailed: text(
    (message: string) => `Unable to remove the environment: ${message}`,
    (message) => `无法移除环境：${message}`,
  ),
  recordings: text(
    (number: number) => count(number, 'recording', 'recordings'),
    (number) => `${number} 个录制`,
  ),
  recordingsTitle: text('Recorded terminals', '终端录制'),
  download: text('Download', '下载'),
  downloadOf: text(
    (login: string) => `Download the recording of ${login}`,
    (login) => `下载 ${login} 的录制`,
  ),
  isOpen: text('Open', '已打开'),
  settings: text('Terminals', '终端'),
  keepLabel: text('Keep failed steps for terminals', '为终端保留失败的步骤'),
  keepHint: text(
    'The runner keeps the environment of the first failed step for a limited time, so that people who may start builds can look around. Not for builds of forks. What terminals show is recorded.',
    '运行器会将第一个失败步骤的环境保留一段时间，以便有权启动构建的人查看。不适用于 fork 的构建。终端显示的内容会被录制。',
  ),
  saved: text('The setting has been saved', '设置已保存'),
  saveFailed: text(
    (message: string) => `Unable to save the setting: ${message}`,
    (message) => `无法保存设置：${message}`,
  ),
};
