import { text } from '../../lib/i18n/texts.ts';

/** Texts of the dialog that starts a build. */
export const newBuildMessages = {
  title: text('Create a New Build', '新建构建'),
  target: text('Target branch', '目标分支'),
  targetHint: text('Without one, the default branch is built.', '不填写则构建默认分支。'),
  commit: text('Commit', '提交'),
  commitHint: text(
    'Without one, the newest commit of the branch is built.',
    '不填写则构建该分支的最新提交。',
  ),
  parameters: text('Parameters', '参数'),
  declared: text('Asked for by the pipeline file', '流水线文件要求的参数'),
  required: text(
    (name: string) => `${name} (required)`,
    (name) => `${name}（必填）`,
  ),
  noChoice: text('None chosen', '未选择'),
  key: text('Key', '键'),
  value: text('Value', '值'),
  add: text('+ Add', '+ 添加'),
  create: text('Create', '创建'),
  started: text('New build has started successfully', '新构建已成功启动'),
  skipped: text(
    'The pipeline was skipped: no trigger of it matches this build.',
    '流水线已跳过：没有触发条件与此构建匹配。',
  ),
  failed: text(
    (message: string) => `Unable to start a new build: ${message}`,
    (message) => `无法启动新构建：${message}`,
  ),
};
