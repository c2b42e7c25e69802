import {
  acceptStage,
  appendLogs,
  createCard,
  type DetailsMessage,
  getStageDetails,
  ping,
  type RunnerApi,
  requestStage,
  type StageDetails,
  sendFile,
  updateStage,
  updateStep,
  watchBuild,
} from '@millrace/contract/runner';
import type { ServerCalls } from './server-calls.ts';

export interface HttpRunnerApi extends RunnerApi {
  /** Reports that the runner has started: stages claimed by its previous start are lost. */
  ping(machine: string): Promise<void>;
}

/** Implements the runner interface over HTTP. */
export function createHttpRunnerApi(server: ServerCalls): HttpRunnerApi {
  return {
    async ping(machine) {
      await server.call(ping, { body: { machine } });
    },

    requestStage(filter, signal) {
      return server.poll(requestStage, { body: filter }, signal);
    },

    acceptStage(stageId, machine) {
      return server.call(acceptStage, { params: { stage: stageId }, query: { machine } });
    },

    async getStageDetails(stageId) {
      return toDetails(await server.call(getStageDetails, { params: { stage: stageId } }));
    },

    updateStage(report) {
      return server.call(updateStage, { params: { stage: report.id }, body: report });
    },

    updateStep(report) {
      return server.call(updateStep, { params: { step: report.id }, body: report });
    },

    async watchBuild(buildId, signal) {
      return (await server.poll(watchBuild, { params: { build: buildId } }, signal)) !== null;
    },

    async appendLogs(stepId, lines) {
      await server.call(appendLogs, { params: { step: stepId }, body: lines });
    },

    async createCard(stepId, card) {
      await server.call(createCard, { params: { step: stepId }, body: card });
    },
    async sendFile(stepId, { kind, path, size, read }, signal) {
      const input = { params: { step: stepId }, query: { kind, path } };
      await server.upload(sendFile, input, { bytes: read(), size }, signal);
    },
  };
}

function toDetails(message: DetailsMessage): StageDetails {
  const { repository, config, secrets, ...rest } = message;
  const { secret: _none, ...repo } = repository;
  return {
    ...rest,
    repo,
    config: Buffer.from(config.Data, 'base64').toString('utf8'),
    secrets: secrets?.map(({ name, data }) => ({ name, data })) ?? [],
  };
}
