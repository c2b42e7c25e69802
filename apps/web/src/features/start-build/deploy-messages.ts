import { text } from '../../lib/i18n/texts.ts';

/** Texts of the dialog for deployments. */
export const deployMessages = {
  title: text('Create deployment', '创建部署'),
  build: text('Build', '构建'),
  action: text('Action', '操作'),
  promote: text('Promote', '部署'),
  rollback: text('Rollback', '回滚'),
  target: text('Target environment', '目标环境'),
  deploy: text('Deploy', '部署'),
  nothing: text('Unable to create new deploy in this repo', '无法在此仓库创建部署'),
  failed: text(
    (message: string) => `Unable to create new deploy: ${message}`,
    (message) => `无法创建部署：${message}`,
  ),
  anyway: text('Deploy anyway', '仍然部署'),
  noStage: text(
    (target: string) =>
      `No stage and no step runs for “${target}”. The build would deploy nothing.`,
    (target) => `没有为“${target}”运行的阶段或步骤，此构建不会部署任何内容。`,
  ),
  newTarget: text(
    (target: string) => `Neither the pipeline file nor an earlier deployment names “${target}”.`,
    (target) => `流水线文件和以往的部署中都没有“${target}”。`,
  ),
};
