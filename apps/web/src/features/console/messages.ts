import type { Status } from '@millrace/contract/vocabulary';
import { statusMessages } from '../../domain-ui/status-messages.ts';
import { text } from '../../lib/i18n/texts.ts';

/** Texts of the console. */
export const consoleMessages = {
  label: text(
    (stage: string, step: string) => `Log of ${stage}, ${step}`,
    (stage, step) => `${stage} 中 ${step} 的日志`,
  ),
  end: text('End of the log', '日志末尾'),
  open: text('Open the log', '打开日志'),
  follow: text('Follow logs', '跟随日志'),
  isFollowing: text('Following the log', '正在跟随日志'),
  isPaused: text(
    'The log is not followed. End follows it again.',
    '已停止跟随日志，按 End 键继续跟随。',
  ),
  download: text('Download log', '下载日志'),
  full: text('Full screen (Z)', '全屏 (Z)'),
  plainText: text('Open as plain text', '以纯文本打开'),
  copyReplay: text('Copy replay command', '复制重放命令'),
  deleteLog: text('Delete log', '删除日志'),
  logDeleted: text('The log of this step has been deleted.', '此步骤的日志已被删除。'),
  showAll: text('Show all logs', '显示全部日志'),
  hidden: text(
    (count: number) => `${count} earlier ${count === 1 ? 'line is' : 'lines are'} not shown`,
    (count) => `前面还有 ${count} 行未显示`,
  ),
  startWithheld: text(
    'Earlier lines are not available while the step is running. They appear when it finishes.',
    '步骤运行期间无法获取更早的日志行，步骤结束后即可查看。',
  ),
  showWholeLine: text(
    (size: string) => `Show ${size} more of this line`,
    (size) => `再显示此行的 ${size}`,
  ),
  search: text('Search the log', '搜索日志'),
  searching: text('Searching…', '正在搜索…'),
  announce: text('Read new lines aloud', '朗读新日志'),
  firstError: text('First error', '第一个错误'),
  commandFailed: text(
    (command: string, code: number) => `${command}: exit code ${code}`,
    (command, code) => `${command}：退出码 ${code}`,
  ),
  lastLine: text(
    (line: string) => `Last line: ${line}`,
    (line) => `最后一行：${line}`,
  ),
  line: text(
    (line: number) => `Line ${line}`,
    (line: number) => `第 ${line} 行`,
  ),
  session: text('Remote session', '远程会话'),
  times: text('Show times', '显示时间'),
  options: text('Log options', '日志选项'),
  repeats: text(
    (count: number) => `${count} more times`,
    (count) => `再重复 ${count} 次`,
  ),
  wrap: text('Wrap lines', '自动换行'),
  newLines: text(
    (count: number) => `${count.toLocaleString('en')} new ${count === 1 ? 'line' : 'lines'}`,
    (count) => `${count.toLocaleString('zh-CN')} 行新日志`,
  ),
  toggleGroup: text(
    (title: string) => `Show or hide ${title}`,
    (title) => `展开或折叠 ${title}`,
  ),
  loading: text('Loading...', '加载中…'),
  waitingForOutput: text('Waiting for output', '等待输出'),
  skipped: text(
    (stage: string) => `${stage}: Skipped`,
    (stage) => `${stage}：已跳过`,
  ),
  killed: text(
    (stage: string, step: string) => `${stage}: ${step} - Killed (Cancelled)`,
    (stage, step) => `${stage}：${step} - 已终止（已取消）`,
  ),
  stepError: text(
    (step: string, error: string) => `${step}: ${error}`,
    (step, error) => `${step}：${error}`,
  ),
  stageError: text(
    (stage: string, step: string) => `${stage}: ${step} - Error`,
    (stage, step) => `${stage}：${step} - 错误`,
  ),
  pipelineCancelled: text('This pipeline was cancelled', '此流水线已取消'),
  stepMissing: text('Step does not exist', '步骤不存在'),
  unknownError: text(
    'Something went wrong, please, reload the page or restart the build',
    '出现错误，请重新加载页面或重新运行构建',
  ),
  declined: text('This pipeline was declined', '此流水线已被拒绝'),
  stepStatus: text(
    (stage: string, step: string, status: string) => `${stage} - ${step}: ${status}`,
    (stage, step, status) => `${stage} - ${step}：${status}`,
  ),
  statusWord: text(
    (word: Status): string => word,
    (word) => statusMessages[word]['zh-CN'],
  ),
  stageText: text(
    (stage: string, text: string) => `${stage}: ${text}`,
    (stage, text) => `${stage}：${text}`,
  ),
  exitCode: text(
    (code: number) => `Exit Code ${code}`,
    (code) => `退出码 ${code}`,
  ),
  running: text('Step is running...', '步骤正在运行…'),
  pending: text('Step is pending', '步骤等待中'),
  stepKilled: text('Step is killed (canceled)', '步骤已终止（已取消）'),
};
