import { type Text, text } from '../lib/i18n/texts.ts';
import type { ShownStatus } from './shown-status.ts';

/** Names of states. */
export const statusMessages: Record<ShownStatus, Text> = {
  success: text('Success', '成功'),
  running: text('Running', '运行中'),
  pending: text('Pending', '等待中'),
  failure: text('Failure', '失败'),
  error: text('Error', '错误'),
  allowed_failure: text('Failed, allowed to fail', '失败（允许失败）'),
  warned: text('Success, with ignored failures', '成功（有被忽略的失败）'),
  killed: text('Killed', '已终止'),
  declined: text('Declined', '已拒绝'),
  skipped: text('Skipped', '已跳过'),
  blocked: text('Blocked', '待审批'),
  approval: text('Waits for approval', '等待审批'),
  manual: text('Waits to be started', '等待手动启动'),
  waiting_on_dependencies: text('Waiting on dependencies', '等待依赖'),
  inactive: text('Inactive', '未激活'),
};
