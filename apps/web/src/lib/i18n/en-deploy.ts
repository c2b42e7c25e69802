/** English texts of the dialog for deployments. */
export const enDeploy = {
  title: 'Create deployment',
  action: 'Action',
  promote: 'Promote',
  rollback: 'Rollback',
  target: 'Target environment',
  deploy: 'Deploy',
  nothing: 'Unable to create new deploy in this repo',
  failed: (message: string) => `Unable to create new deploy: ${message}`,
  anyway: 'Deploy anyway',
  noStage: (target: string) =>
    `No stage and no step runs for “${target}”. The build would deploy nothing.`,
  newTarget: (target: string) =>
    `Neither the pipeline file nor an earlier deployment names “${target}”.`,
};

export type DeployMessages = typeof enDeploy;
