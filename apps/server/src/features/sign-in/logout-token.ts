import { badRequest } from '@millrace/contract/api-errors';
import { errorMessage } from '@millrace/node-kit/error-message';
import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod/mini';

/** Difference between the clocks of the provider and of this server. */
const clockToleranceSec = 10;
/** Providers send a token when it is made, and repeat it for a while if they get no answer. */
const maxAgeSec = 5 * 60;
const event = 'http://schemas.openid.net/event/backchannel-logout';

const claims = z.object({
  jti: z.string().check(z.minLength(1), z.maxLength(500)),
  iat: z.number(),
  events: z.object({ [event]: z.record(z.string(), z.unknown()) }),
  sub: z.optional(z.string()),
  sid: z.optional(z.string()),
  nonce: z.optional(z.undefined()),
});

/** A logout that a provider has announced. At least one of subject and session is set. */
export interface ProviderLogout {
  issuer: string;
  subject: string | undefined;
  /** Id of the session at the provider. */
  session: string | undefined;
  /** Id of the token, which is valid once. */
  tokenId: string;
  /** Time after which the token is rejected anyway, in unix seconds. */
  expires: number;
}

/**
 * Verifies a token by OpenID Connect Back-Channel Logout 1.0, section 2.6.
 *
 * @throws AppError (400) if it is not valid
 */
export async function verifyLogoutToken(
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, clientId }: { issuer: string; clientId: string },
): Promise<ProviderLogout> {
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    clockTolerance: clockToleranceSec,
    maxTokenAge: maxAgeSec,
  }).catch((error: unknown) => {
    if (isOfProvider(error)) throw error;
    throw badRequest(`Invalid logout token: ${errorMessage(error)}`);
  });
  const { data } = claims.safeParse(payload);
  if (!data || (data.sub === undefined && data.sid === undefined)) {
    throw badRequest('Invalid logout token: its claims are not those of a logout');
  }
  const { sub, sid, jti, iat } = data;
  const expires = iat + maxAgeSec + clockToleranceSec;
  return { issuer, subject: sub, session: sid, tokenId: jti, expires };
}

/** Errors of the library have a code. Others are those of the request for the keys. */
function isOfProvider(error: unknown): boolean {
  return !(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J'));
}
