import type { z } from 'zod/mini';
import type * as schema from './causes.schema.ts';
import { defineCall } from './endpoint.ts';

export type FailureCauseOfStep = z.infer<typeof schema.failureCauseOfStep>;

export type CauseOfWeek = z.infer<typeof schema.causeOfWeek>;

/** Maximum number of causes in each list of a week. */
export const maxCausesOfWeek = 100;

export type CausesOfWeek = z.infer<typeof schema.causesOfWeek>;

export type Failure = z.infer<typeof schema.failure>;

/** Number of failures per page. */
export const failurePageSize = 50;

export type RepoCause = z.infer<typeof schema.repoCause>;

export const listCauses = defineCall<typeof schema.listCauses>()('GET', '/api/causes');

export const listRepoCauses = defineCall<typeof schema.listRepoCauses>()(
  'GET',
  '/api/repos/:namespace/:name/causes',
);

export const getRepoCause = defineCall<typeof schema.getRepoCause>()(
  'GET',
  '/api/repos/:namespace/:name/causes/:cause',
);

export const listCauseFailures = defineCall<typeof schema.listCauseFailures>()(
  'GET',
  '/api/repos/:namespace/:name/causes/:cause/failures',
);

export type CauseChange = z.infer<typeof schema.causeChange>;

export const updateRepoCause = defineCall<typeof schema.updateRepoCause>()(
  'PATCH',
  '/api/repos/:namespace/:name/causes/:cause',
);

export const listBuildCauses = defineCall<typeof schema.listBuildCauses>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/causes',
);
