import type { DeployMessages } from './en-deploy.ts';

/** Simplified Chinese texts of the dialog for deployments. */
export const zhDeploy: DeployMessages = {
  title: '创建部署',
  action: '操作',
  promote: '部署',
  rollback: '回滚',
  target: '目标环境',
  deploy: '部署',
  nothing: '无法在此仓库创建部署',
  failed: (message) => `无法创建部署：${message}`,
  anyway: '仍然部署',
  noStage: (target) => `没有为“${target}”运行的阶段或步骤，此构建不会部署任何内容。`,
  newTarget: (target) => `流水线文件和以往的部署中都没有“${target}”。`,
};
