import { AppError, badRequest } from '@millrace/contract/api-errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/mini';
import type { BackChannelLogout } from './back-channel-logout.ts';

const form = z.object({ logout_token: z.string() });

/** Receives the logout tokens of the provider, by OpenID Connect Back-Channel Logout 1.0. */
export function registerBackChannelLogout(
  app: FastifyInstance,
  logout: Pick<BackChannelLogout, 'end'>,
  bodyLimit: number,
): void {
  app.post('/login/oidc/backchannel', { bodyLimit }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      const { data } = form.safeParse(request.body);
      if (!data) throw badRequest('The form has no logout_token');
      await logout.end(data.logout_token, request.ip);
      return reply.code(200).send();
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const answer = { error: 'invalid_request', error_description: error.message };
      return reply.code(error.status).send(answer);
    }
  });
}
