import * as oauth from 'oauth4webapi';
import { explainFailure } from './explain-failure.ts';
import type { OAuthEndpoints } from './forge-adapter.ts';
import { ForgeAwayError, ForgeSignInError } from './forge-errors.ts';

/** Tokens for calls on behalf of an account. */
export interface ForgeTokens {
  access: string;
  /** Empty if the access does not expire. */
  refresh: string;
  /** Unix seconds. 0 if the access does not expire. */
  expires: number;
}

interface Settings {
  url: string;
  clientId: string;
  clientSecret: string;
  nowSec: () => number;
}

const timeoutMs = 15_000;

/** Errors about this server's own credentials. Signing in again does not help. */
const clientRefusals = new Set(['invalid_client', 'incorrect_client_credentials']);
/** Temporary errors of the token endpoint. The grant may still be valid. */
const temporaryRefusals = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);
const wrongClient =
  'The forge does not accept MILLRACE_FORGE_CLIENT_ID with MILLRACE_FORGE_CLIENT_SECRET';

/** Sign-in on the forge's own pages with the authorization code grant. */
export class OAuth {
  private readonly endpoints: OAuthEndpoints;
  private readonly server: oauth.AuthorizationServer;
  private readonly client: oauth.Client;
  private readonly secret: string;
  private readonly nowSec: () => number;
  /** Forges without TLS are allowed, on the same host or in a private network. */
  private readonly isInsecure: boolean;

  constructor(endpoints: OAuthEndpoints, settings: Settings) {
    this.endpoints = endpoints;
    this.server = {
      issuer: settings.url,
      authorization_endpoint: endpoints.authorize,
      token_endpoint: endpoints.token,
    };
    this.client = { client_id: settings.clientId };
    this.secret = settings.clientSecret;
    this.nowSec = settings.nowSec;
    this.isInsecure = settings.url.startsWith('http:');
  }

  makeVerifier(): string {
    return oauth.generateRandomCodeVerifier();
  }

  /** URL of the consent page. */
  async authorizeUrl(redirectUrl: string, state: string, verifier: string): Promise<string> {
    const url = new URL(this.endpoints.authorize);
    url.searchParams.set('client_id', this.client.client_id);
    url.searchParams.set('redirect_uri', redirectUrl);
    url.searchParams.set('response_type', 'code');
    url.searchParams.set('state', state);
    if (this.endpoints.scopes.length > 0) {
      url.searchParams.set('scope', this.endpoints.scopes.join(' '));
    }
    if (this.endpoints.hasPkce) {
      const challenge = await oauth.calculatePKCECodeChallenge(verifier);
      url.searchParams.set('code_challenge', challenge);
      url.searchParams.set('code_challenge_method', 'S256');
    }
    return url.href;
  }

  /**
   * Completes the sign-in that {@link authorizeUrl} started.
   * @param answer query of the redirect back from the forge
   * @throws ForgeSignInError with the message of the forge if it rejects the sign-in
   */
  exchange(
    answer: URLSearchParams,
    redirectUrl: string,
    state: string,
    verifier: string,
  ): Promise<ForgeTokens> {
    return this.explain(async () => {
      // No forge sends the issuer parameter. It is not needed, because there is only one forge.
      const checked = oauth.validateAuthResponse(
        this.server,
        this.client,
        without(answer, 'iss'),
        state,
      );
      const response = await oauth.authorizationCodeGrantRequest(
        this.server,
        this.client,
        this.authentication,
        checked,
        redirectUrl,
        this.endpoints.hasPkce ? verifier : oauth.nopkce,
        this.options,
      );
      return oauth.processAuthorizationCodeResponse(
        this.server,
        this.client,
        await plain(response),
      );
    });
  }

  /** @throws ForgeSignInError if the access was revoked */
  async refresh(token: string): Promise<ForgeTokens> {
    const tokens = await this.explain(async () => {
      const response = await oauth.refreshTokenGrantRequest(
        this.server,
        this.client,
        this.authentication,
        token,
        this.options,
      );
      return oauth.processRefreshTokenResponse(this.server, this.client, await plain(response));
    });
    return { ...tokens, refresh: tokens.refresh || token };
  }

  private get authentication() {
    const { usesBasic } = this.endpoints;
    return usesBasic ? oauth.ClientSecretBasic(this.secret) : oauth.ClientSecretPost(this.secret);
  }

  private get options() {
    return {
      [oauth.allowInsecureRequests]: this.isInsecure,
      signal: () => AbortSignal.timeout(timeoutMs),
    };
  }

  private async explain(ask: () => Promise<oauth.TokenEndpointResponse>): Promise<ForgeTokens> {
    try {
      const { access_token: access, refresh_token: refresh = '', expires_in: life } = await ask();
      return { access, refresh, expires: life ? this.nowSec() + life : 0 };
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError) {
        throw new ForgeSignInError(error.error_description || error.error);
      }
      if (error instanceof oauth.ResponseBodyError && clientRefusals.has(error.error)) {
        throw new ForgeAwayError(wrongClient);
      }
      if (error instanceof oauth.ResponseBodyError && isFinal(error)) {
        throw new ForgeSignInError(error.error_description || error.error);
      }
      throw explainFailure(error);
    }
  }
}

function isFinal({ status, error }: oauth.ResponseBodyError): boolean {
  return status < 500 && status !== 429 && !temporaryRefusals.has(error);
}

/** Removes the ID token, which some forges add and Millrace ignores. GitHub returns errors with status 200. */
async function plain(response: Response): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== 'object' || body === null) return response;
  const { id_token: _unread, ...rest } = body as Record<string, unknown>;
  const status = response.ok && 'error' in rest ? 400 : response.status;
  return Response.json(rest, { status });
}

function without(query: URLSearchParams, name: string): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete(name);
  return rest;
}
