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
  /** Attempt of the build; undefined for the newest. */
  attempt?: number | undefined;
}

export interface CardParts {
  template: unknown;
  data: unknown;
}

/** Queries the data and the template of a card. */
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

/**
 * Fetches the template in the browser, if the server does not. It can be on any host, so no credentials are
 * sent.
 */
async function fetchTemplate(schema: string, signal: AbortSignal): Promise<unknown> {
  const url = toHttpUrl(schema);
  if (!url) throw new Error(`The schema ${schema} is not a web address`);
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', signal });
  if (!response.ok)
    throw new Error(`Fetching the schema ${schema} failed with status ${response.status}`);
  return response.json();
}
