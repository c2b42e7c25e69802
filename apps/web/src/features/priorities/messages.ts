import { text } from '../../lib/i18n/texts.ts';

/** Texts about the priority of builds in the queue. */
export const priorityMessages = {
  title: text('Priority', '优先级'),
  hint: text(
    'Builds of a higher priority get a runner first. What waits long rises by itself, so nothing waits without end. Builds of cron jobs are low unless a rule says otherwise.',
    '优先级较高的构建先获得运行器。等待已久的构建会自动上升，因此不会无限等待。定时任务的构建默认为低优先级，除非规则另有规定。',
  ),
  ofRepo: text('Priority of builds', '构建优先级'),
  adminsOnly: text('Only system admins give a high priority.', '只有系统管理员可以设置高优先级。'),
  names: { low: text('Low', '低'), normal: text('Normal', '普通'), high: text('High', '高') },
  rules: text('Rules', '规则'),
  rulesHint: text('The first rule that matches decides.', '第一条匹配的规则生效。'),
  event: text('Event', '事件'),
  anyEvent: text('Any', '任意'),
  branch: text('Branch or tag', '分支或标签'),
  branchHint: text('As in release/*; empty for any.', '例如 release/*；留空表示任意。'),
  priority: text('Priority', '优先级'),
  add: text('Add Rule', '添加规则'),
  remove: text(
    (number: number) => `Remove rule ${number}`,
    (number) => `移除规则 ${number}`,
  ),
  saved: text('The priority has been saved', '优先级已保存'),
};
