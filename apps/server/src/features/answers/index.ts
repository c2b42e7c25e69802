import { getBuildAnswer } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import type { CreateFeature } from '../../feature.ts';
import { addressKey } from '../../shared/address-key.ts';
import { notFound } from '../../shared/errors.ts';
import { AnswerReader } from './answer-reader.ts';

/** Answers why a build failed, in one call for people and programs. */
export const answers: CreateFeature = (core, ports) => {
  const reader = new AnswerReader({ ...core, ports });
  return {
    addRoutes: ({ api }) => {
      api.repo(getBuildAnswer, async ({ repo, params, viewer, request }) => {
        const build = await core.builds.findByNumber(repo.id, params.build);
        if (!build) throw notFound(errorMessages.noRows);
        const caller = viewer ? `account ${viewer.id}` : `address ${addressKey(request.ip)}`;
        return reader.read(repo, build, { viewer, caller, gone: request.signal });
      });
    },
  };
};
