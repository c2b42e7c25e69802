import { getCard, getCardTemplate } from '@millrace/contract/api';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/call-api.ts';
import { attemptOf } from '../../lib/attempt.ts';
import { servedConfig } from '../../lib/page-config.ts';
import { toHttpUrl } from '../../lib/safe-url.ts';

export interface CardAddress {
  namespace: string;
  name: string;
  build: number;
  stage: number;
  step: number;
  /** The attempt of the build; undefined for its newest. */
  attempt?: number | undefined;
}

export interface CardParts {
  template: unknown;
  data: unknown;
}

/** The data of a step's card, and the template that its schema leads to. */
export function cardQuery(address: CardAddress, schema: string) {
  const { attempt, ...params } = address;
  const query = attemptOf(attempt);
  return queryOptions({
    queryKey: ['card', address, schema],
    queryFn: async ({ signal }): Promise<CardParts> => {
      const [data, template] = await Promise.all([
        callApi(getCard, { params, query, signal }),
        servedConfig
          ? callApi(getCardTemplate, { params, query, signal })
          : fetchTemplate(schema, signal),
      ]);
      return { template, data };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  });
}

/** Before a server that does not fetch it itself: from anywhere, so without credentials. */
async function fetchTemplate(schema: string, signal: AbortSignal): Promise<unknown> {
  const url = toHttpUrl(schema);
  if (!url) throw new Error(`The schema ${schema} is no web address`);
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal });
  if (!response.ok) throw new Error(`The schema ${schema} answered ${response.status}`);
  return response.json();
}
