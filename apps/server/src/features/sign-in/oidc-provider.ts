import { AppError, badRequest, forbidden } from '@millrace/contract/api-errors';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import type { OidcSettings } from '../../config/oidc-settings.ts';
import type { ExternalPerson } from '../../domain/external-person.ts';
import { SharedRead } from '../../shared/shared-read.ts';
import { fetchLimited, ProviderAwayError } from './fetch-limited.ts';
import { type ProviderLogout, verifyLogoutToken } from './logout-token.ts';
import { readGroups, readText } from './oidc-claims.ts';
import type { PendingSignIn } from './pending-sign-ins.ts';

interface Deps {
  settings: OidcSettings;
  /** URL to which the provider redirects browsers. */
  redirectUrl: () => string;
  logger: Pick<Logger, 'warn'>;
}

/** The description of the provider is read again after this time. */
const maxDescriptionAgeMs = 10 * 60_000;
/** Difference between the clocks of the provider and of this server. */
const clockToleranceSec = 10;

/** An OpenID Connect provider. Sign-ins use the authorization code flow with PKCE, state and nonce. */
export class OidcProvider {
  /** Name for messages and pages. */
  readonly name: string;
  private readonly deps: Deps;
  private readonly description: SharedRead<client.ServerMetadata>;
  /** Keys for logout tokens, by their URL. */
  private keys: { url: string; find: JWTVerifyGetKey } | undefined;

  constructor(deps: Deps) {
    this.deps = deps;
    this.name = deps.settings.name || 'The sign-in provider';
    this.description = new SharedRead(() => this.discover());
  }

  /** Returns the URL of the provider's sign-in page. */
  authorizeUrl({ state, verifier, nonce }: PendingSignIn): Promise<string> {
    return this.explain(async () => {
      const url = client.buildAuthorizationUrl(await this.configure(), {
        redirect_uri: this.deps.redirectUrl(),
        scope: this.deps.settings.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    });
  }

  /**
   * Completes the sign-in that {@link authorizeUrl} started.
   *
   * @param answer query of the redirect back from the provider
   */
  exchange(answer: URLSearchParams, pending: PendingSignIn): Promise<ExternalPerson> {
    return this.explain(async () => {
      const config = await this.configure();
      const url = new URL(`${this.deps.redirectUrl()}?${answer}`);
      const tokens = await client.authorizationCodeGrant(config, url, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token');
      return this.readPerson(await this.addUserInfo(config, tokens.access_token, claims));
    });
  }

  /**
   * Verifies a logout token. Anybody can send one, so the keys are cached, and read again at most every 30 seconds.
   *
   * @throws AppError (400) if it is not valid
   */
  async verifyLogout(token: string): Promise<ProviderLogout> {
    const { settings, logger } = this.deps;
    try {
      const { issuer, jwks_uri: url } = await this.description.takeRecent(maxDescriptionAgeMs);
      if (!url) throw badRequest(`${this.name} has no keys`);
      if (this.keys?.url !== url) {
        this.keys = {
          url,
          find: createRemoteJWKSet(new URL(url), { [customFetch]: fetchLimited }),
        };
      }
      const { clientId } = settings;
      return await verifyLogoutToken(token, this.keys.find, { issuer, clientId });
    } catch (error) {
      if (error instanceof AppError) throw error;
      logger.warn({ reason: errorMessage(error) }, 'A logout token could not be verified');
      throw new AppError(503, `${this.name} cannot be reached. Please try again later.`);
    }
  }

  /** Many providers send groups and profiles only on request. Claims of the ID token take precedence. */
  private async addUserInfo(
    config: client.Configuration,
    accessToken: string,
    claims: client.IDToken,
  ): Promise<client.IDToken> {
    const { loginClaim, groupsClaim } = this.deps.settings;
    const isComplete = readText(claims, loginClaim) && readGroups(claims, groupsClaim);
    if (isComplete || !config.serverMetadata().userinfo_endpoint) return claims;
    return { ...(await client.fetchUserInfo(config, accessToken, claims.sub)), ...claims };
  }

  private readPerson(claims: client.IDToken): ExternalPerson {
    const { loginClaim, groupsClaim } = this.deps.settings;
    const login = readText(claims, loginClaim);
    if (!login) {
      throw forbidden(
        `${this.name} sends no claim ${loginClaim}, which MILLRACE_OIDC_LOGIN_CLAIM requires. Please ask an administrator.`,
      );
    }
    const isVerified = !/^false$/i.test(String(claims.email_verified));
    if (loginClaim === 'email' && !isVerified) {
      throw forbidden(`${this.name} has not verified the email address ${login}`);
    }
    return {
      provider: 'oidc',
      issuer: claims.iss,
      subject: claims.sub,
      login,
      name: readText(claims, 'name') ?? '',
      email: (isVerified && readText(claims, 'email')) || '',
      groups: readGroups(claims, groupsClaim) ?? [],
      session: readText(claims, 'sid'),
    };
  }

  /**
   * Each sign-in reads the keys of the provider, so that replaced keys work and removed ones do not. The ID
   * token comes directly from the provider, which openid-client would trust without a signature.
   */
  private async configure(): Promise<client.Configuration> {
    const metadata = await this.description.takeRecent(maxDescriptionAgeMs);
    const { clientId, clientSecret } = this.deps.settings;
    const methods = metadata.token_endpoint_auth_methods_supported;
    const authentication =
      !methods || methods.includes('client_secret_basic')
        ? client.ClientSecretBasic(clientSecret)
        : client.ClientSecretPost(clientSecret);
    const own = { [client.clockTolerance]: clockToleranceSec };
    const config = new client.Configuration(metadata, clientId, own, authentication);
    config[client.customFetch] = fetchLimited;
    for (const extend of this.extensions) extend(config);
    return config;
  }

  private async discover(): Promise<client.ServerMetadata> {
    const { issuer, clientId } = this.deps.settings;
    const config = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      [client.customFetch]: fetchLimited,
      execute: this.extensions,
    });
    return config.serverMetadata();
  }

  private get extensions() {
    const isInsecure = this.deps.settings.issuer.startsWith('http:');
    // The settings allow this only for a provider on the same machine.
    return [
      client.enableNonRepudiationChecks,
      ...(isInsecure ? [client.allowInsecureRequests] : []),
    ];
  }

  /**
   * Replaces errors of the provider by messages for the person. Errors contain tokens, so only their texts are
   * logged.
   */
  private async explain<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const cause = error instanceof Error && error.cause ? error.cause : error;
      this.deps.logger.warn(
        { issuer: this.deps.settings.issuer, code, reason: errorMessage(cause) },
        'A sign-in at the OpenID Connect provider failed',
      );
      throw this.messageOf(error, cause);
    }
  }

  private messageOf(error: unknown, cause: unknown): AppError {
    const { name } = this;
    if (error instanceof client.AuthorizationResponseError) {
      return forbidden(`${name} rejected the sign-in: ${error.error_description || error.error}`);
    }
    if (error instanceof client.ResponseBodyError && error.error === 'invalid_client') {
      return new AppError(
        502,
        `${name} does not accept MILLRACE_OIDC_CLIENT_ID with MILLRACE_OIDC_CLIENT_SECRET. Please tell an administrator.`,
      );
    }
    if (error instanceof client.ResponseBodyError && error.status < 500) {
      return forbidden(`${name} rejected the sign-in: ${error.error_description || error.error}`);
    }
    if (cause instanceof ProviderAwayError) {
      return new AppError(503, `${name} cannot be reached. Please try again later.`);
    }
    return forbidden(
      `The response of ${name} is not valid, so it proves nothing. Please try again, or ask an administrator.`,
    );
  }
}
