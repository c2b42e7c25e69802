import type { FailureCauseMessages } from './en-failure-cause.ts';

/** Simplified Chinese texts for failures that are not in the code. */
export const zhFailureCause: FailureCauseMessages = {
  runner: (stage) => `基础设施故障：${stage} 的运行器失联`,
  image: (stage) => `基础设施故障：无法拉取 ${stage} 的镜像`,
  disk: (stage) => `基础设施故障：${stage} 的磁盘已满`,
  timeout: (stage) => `${stage} 已超时`,
};
