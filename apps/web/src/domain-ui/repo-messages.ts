import { text } from '../lib/i18n/texts.ts';

/** Texts of the pages of a repository. */
export const repoMessages = {
  branches: text('Branches', '分支'),
  deployments: text('Deployments', '部署'),
  tests: text('Tests', '测试'),
  settings: text('Settings', '设置'),
  breadcrumb: text('Breadcrumb', '面包屑导航'),
  repositories: text('Repositories', '代码仓库'),
  tabs: text('Repository', '仓库'),
  builds: text('Builds', '构建'),
  causes: text('Causes', '失败原因'),
  pipelines: text('Pipelines', '流水线'),
  trends: text('Trends', '趋势'),
  newBuild: text('New Build', '新建构建'),
  executions: text('Executions', '执行记录'),
  emptyTitle: text('Your Build List is Empty.', '您的构建列表为空。'),
  empty: text(
    'Press the New Build button to execute your first build pipeline.',
    '点击“新建构建”按钮，执行您的第一条流水线。',
  ),
  inactiveTitle: text('This Repository is not Active.', '此仓库未激活。'),
  inactiveAdmin: text(
    'Please activate your repository to begin executing pipelines.',
    '请激活您的仓库以开始执行流水线。',
  ),
  inactiveOther: text(
    'Please contact the repository administrator to activate this repository.',
    '请联系仓库管理员激活此仓库。',
  ),
  activate: text('Activate Repository', '激活仓库'),
  activated: text('Repo has been successfully enabled', '仓库已成功启用'),
  loadFailed: text('This repository could not be loaded', '无法加载此仓库'),
  adminOnly: text(
    'Only administrators of the repository may do this here',
    '在此服务器上，只有代码库管理员才能执行此操作',
  ),
  buildsFailed: text('The builds could not be loaded', '无法加载构建列表'),
};
