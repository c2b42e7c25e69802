import { text } from '../lib/i18n/texts.ts';

/** Reasons why a stage waits. */
export const waitingMessages = {
  title: text(
    (stage: string) => `${stage} has not started.`,
    (stage) => `${stage} 尚未开始。`,
  ),
  approval: text('Waiting for approval.', '等待审批。'),
  manual: text('Waits to be started.', '等待手动启动。'),
  manualThen: text(
    (stages: string) => `Waits to be started, then for ${stages} to finish.`,
    (stages) => `等待手动启动，然后等待 ${stages} 结束。`,
  ),
  dependencies: text(
    (stages: string) => `Waiting for ${stages} to finish.`,
    (stages) => `等待 ${stages} 结束。`,
  ),
  matrix: text(
    (stages: string) => `The stages of its matrix are decided when ${stages} has finished.`,
    (stages) => `${stages} 结束后才能确定其矩阵的阶段。`,
  ),
  paused: text('The queue is paused.', '队列已暂停。'),
  runnersPaused: text(
    (runners: string) => `The matching runners are paused: ${runners}.`,
    (runners) => `匹配的运行器已暂停：${runners}。`,
  ),
  runnersProtected: text(
    (runners: string) =>
      `The matching runners take only builds of protected branches and tags: ${runners}.`,
    (runners) => `匹配的运行器只接受受保护分支和标签的构建：${runners}。`,
  ),
  limit: text(
    (limit: number, holders: string) =>
      `Only ${limit} ${limit === 1 ? 'stage' : 'stages'} of this name may run at once; it waits for ${holders}.`,
    (limit, holders) => `同名阶段最多同时运行 ${limit} 个；正在等待 ${holders}。`,
  ),
  ownerLimit: text(
    (owner: string, limit: number) =>
      `Only ${limit} ${limit === 1 ? 'stage' : 'stages'} of ${owner} may run at once.`,
    (owner, limit) => `${owner} 最多同时运行 ${limit} 个阶段。`,
  ),
  throttle: text(
    (limit: number, holders: string) =>
      `Only ${limit} ${limit === 1 ? 'stage' : 'stages'} of this repository may run at once; it waits for ${holders}.`,
    (limit, holders) => `此仓库最多同时运行 ${limit} 个阶段；正在等待 ${holders}。`,
  ),
  noRunner: text(
    (type: string, wanted: string) =>
      `No connected runner accepts ${type} pipelines for ${wanted}.`,
    (type, wanted) => `没有可运行 ${type} 流水线（${wanted}）的运行器。`,
  ),
  busy: text(
    (runners: string, position: number) =>
      `The runners are busy: ${runners}. It is number ${position} in the queue.`,
    (runners, position) => `运行器繁忙：${runners}。队列中第 ${position} 位。`,
  ),
  cluster: text(
    (message: string) => `It waits for the cluster: ${message}`,
    (message) => `正在等待集群：${message}`,
  ),
};
