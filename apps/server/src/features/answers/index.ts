import { getBuildAnswer } from '@millrace/contract/api';
import { missing, TooManyError } from '@millrace/contract/api-errors';
import type { CreateFeature } from '../../feature.ts';
import { addressKey } from '../../shared/address-key.ts';
import { SlotsPerKey } from '../../shared/slots-per-key.ts';
import { buildsPort } from '../builds/port.ts';
import { logsPort } from '../logs/port.ts';
import { AnswerReader } from './answer-reader.ts';

/** Programs ask about many builds at once. Answers wait here, because a caller may only scan three logs at a time. */
const limits = {
  count: 32,
  perKey: 3,
  waiting: 256,
  refusal: () => new TooManyError('Too many concurrent answers', 5),
};

/** Answers why a build failed, in one call for people and programs. */
export const answers: CreateFeature = (core, ask, contributed) => {
  const slots = new SlotsPerKey(limits);
  const reader = new AnswerReader({
    ...core,
    buildsPort: ask(buildsPort),
    logsPort: ask(logsPort),
    contributed,
  });
  return {
    addRoutes: ({ api }) => {
      api.repo(getBuildAnswer, async ({ repo, params, viewer, request }) => {
        const build = await core.builds.findByNumber(repo.id, params.build);
        if (!build) throw missing(`There is no build ${params.build}`);
        const caller = viewer ? `account ${viewer.id}` : `address ${addressKey(request.ip)}`;
        const read = () => reader.read(repo, build, { viewer, caller, gone: request.signal });
        return slots.run(caller, read);
      });
    },
  };
};
