/** English texts for failures that are not in the code, which only builds with such failures load. */
export const enFailureCause = {
  runner: (stage: string) => `Infrastructure: the runner of ${stage} was lost`,
  image: (stage: string) => `Infrastructure: an image of ${stage} could not be pulled`,
  disk: (stage: string) => `Infrastructure: the disk was full in ${stage}`,
  timeout: (stage: string) => `${stage} timed out`,
};

export type FailureCauseMessages = typeof enFailureCause;
