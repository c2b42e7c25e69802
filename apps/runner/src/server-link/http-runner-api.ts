import { type Stage, stage, step } from '@millrace/contract/api';
import { detailsMessage, type RunnerApi, type StageDetails } from '@millrace/contract/runner';
import type { ServerCall } from './server-call.ts';

/** Longer than the server holds a long poll. */
const pollTimeoutMs = 60_000;

export interface HttpRunnerApi extends RunnerApi {
  /** Says that the runner has started: what its former start had claimed is lost. */
  ping(machine: string): Promise<void>;
}

/** The runner interface over `/rpc/v2`. */
export function createHttpRunnerApi(call: ServerCall): HttpRunnerApi {
  return {
    async ping(machine) {
      await call('POST', '/ping', { body: { machine } });
    },

    async requestStage(filter, signal) {
      const answer = await call('POST', '/stage', {
        body: filter,
        signal,
        timeoutMs: pollTimeoutMs,
      });
      return answer.status === 204 ? null : toStage(answer);
    },

    async acceptStage(stageId, machine) {
      const query = new URLSearchParams({ machine });
      return toStage(await call('POST', `/stage/${stageId}?${query}`));
    },

    async getStageDetails(stageId) {
      return toDetails(await call('GET', `/stage/${stageId}`));
    },

    async updateStage(report) {
      return toStage(await call('PUT', `/stage/${report.id}`, { body: report }));
    },

    async updateStep(report) {
      const answer = await call('PUT', `/step/${report.id}`, { body: report });
      return step.parse(JSON.parse(answer.text));
    },

    async watchBuild(buildId, signal) {
      const path = `/build/${buildId}/watch`;
      const { status } = await call('POST', path, { signal, timeoutMs: pollTimeoutMs });
      return status !== 204;
    },

    async appendLogs(stepId, lines) {
      await call('POST', `/step/${stepId}/logs/batch`, { body: lines });
    },

    async createCard(stepId, card) {
      await call('POST', `/step/${stepId}/card`, { body: card });
    },
  };
}

function toStage({ text }: { text: string }): Stage {
  return stage.parse(JSON.parse(text));
}

function toDetails({ text }: { text: string }): StageDetails {
  const { repository, config, secrets, ...rest } = detailsMessage.parse(JSON.parse(text));
  return {
    ...rest,
    repo: repository,
    config: Buffer.from(config.Data, 'base64').toString('utf8'),
    secrets: secrets ?? [],
  };
}
