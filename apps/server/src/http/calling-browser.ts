import type { FastifyRequest } from 'fastify';
import { describeBrowser } from '../domain/describe-browser.ts';

/** Browser of a call, as its owner recognizes it. */
export interface CallingBrowser {
  address: string;
  browser: string;
}

export function browserOf({ ip, headers }: FastifyRequest): CallingBrowser {
  return { address: ip, browser: describeBrowser(headers['user-agent']) };
}
