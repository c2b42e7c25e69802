import { text } from '../../lib/i18n/texts.ts';

/** Texts about policies. */
export const policyMessages = {
  title: text('Policies', '策略'),
  hint: text(
    'Checked when a pipeline file is read, in plans of the editor, and when a stage starts. A build that breaks one ends with an error.',
    '在读取流水线文件、编辑器计划以及阶段启动时检查。违反策略的构建会以错误结束。',
  ),
  add: text('New Policy', '新建策略'),
  edit: text('Policy', '策略'),
  name: text('Name', '名称'),
  kind: text('Rule', '规则'),
  kinds: {
    images: text('Allowed images', '允许的镜像'),
    require_image: text('Required image', '必需的镜像'),
    deploy: text('Who may deploy', '谁可以部署'),
  },
  patterns: text('Images, one a line', '镜像，每行一个'),
  patternsHint: text(
    'Patterns such as golang or ghcr.io/acme/*.',
    '例如 golang 或 ghcr.io/acme/*。',
  ),
  required: text('Image', '镜像'),
  requiredHint: text(
    'A step must always run it, without commands of its own.',
    '必须有一个步骤始终运行它，且没有自己的命令。',
  ),
  targets: text('Targets, one a line', '目标，每行一个'),
  people: text('Logins, one a line', '登录名，每行一个'),
  namespaces: text('Organizations and accounts, one a line', '组织和账户，每行一个'),
  namespacesHint: text('Empty: all.', '留空：全部。'),
  exceptions: text('Exceptions, one a line', '例外，每行一个'),
  exceptionsHint: text(
    'Repository, who answers for it, last day, and a reason: acme/old ada 2026-12-31 moves to Go',
    '仓库、负责人、最后一天和原因：acme/old ada 2026-12-31 迁移到 Go',
  ),
  enabled: text('Enabled', '启用'),
  disabled: text('Not enabled', '未启用'),
  state: text('State', '状态'),
  scope: text('Applies to', '适用于'),
  everybody: text('Everybody', '所有人'),
  preview: text('Preview', '预览'),
  previewed: text(
    (stopped: number, builds: number) =>
      `It would have stopped ${stopped} of the newest ${builds} builds.`,
    (stopped, builds) => `它会阻止最近 ${builds} 个构建中的 ${stopped} 个。`,
  ),
  delete: text(
    (name: string) => `Delete ${name}`,
    (name) => `删除 ${name}`,
  ),
  change: text(
    (name: string) => `Change ${name}`,
    (name) => `更改 ${name}`,
  ),
  emptyTitle: text('There are no policies.', '没有策略。'),
  empty: text(
    'Add one to limit images, to require a scan, or to say who deploys.',
    '添加策略以限制镜像、要求扫描或规定部署人员。',
  ),
  saved: text('The policy has been saved', '策略已保存'),
  deleted: text('The policy has been deleted', '策略已删除'),
};
