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
  commitOrTag: text('Commit or tag', '提交或标签'),
  revisionHint: text(
    'Search by hash, message or tag. Without one, the newest commit of the branch is built.',
    '按哈希、提交说明或标签搜索。不填写则构建该分支的最新提交。',
  ),
  revisionsFailed: text(
    'The list of commits and tags could not be loaded. Enter a hash, or refs/tags/ and the name of a tag.',
    '无法加载提交和标签列表。请输入哈希，或 refs/tags/ 加标签名。',
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
