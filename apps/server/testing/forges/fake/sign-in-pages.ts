import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';
import type { Account, World } from './world.ts';

interface Grant {
  account: Account;
  redirectUrl: string;
  challenge: string | undefined;
}

interface Options {
  world: World;
  authorizePath: string;
  tokenPath: string;
  tokenSeconds: number;
  /** Whether PKCE is required, and refresh tokens can be used only once. */
  isStrict: boolean;
  /** Position of the client credentials. */
  authentication: 'body' | 'header';
}

type Form = Record<string, string>;

/** Pages for OAuth consent, and the token endpoint. */
export class SignInPages {
  readonly clientId = randomBytes(16).toString('hex');
  readonly clientSecret = randomBytes(16).toString('hex');
  /** Allowed redirect URLs. */
  readonly callbackUrls = new Set<string>();
  private readonly options: Options;
  private readonly grants = new Map<string, Grant>();
  private readonly tokens = new Map<string, Account>();
  private readonly refreshTokens = new Map<string, Account>();

  constructor(options: Options) {
    this.options = options;
  }

  get authorizePath(): string {
    return this.options.authorizePath;
  }

  accountOf(token: string): Account | undefined {
    return this.tokens.get(token);
  }

  revoke(account: Account): void {
    for (const tokens of [this.tokens, this.refreshTokens]) {
      for (const [token, owner] of tokens) if (owner === account) tokens.delete(token);
    }
  }

  /** Expires the access tokens of an account. They can be refreshed. */
  expire(account: Account): void {
    for (const [token, owner] of this.tokens) if (owner === account) this.tokens.delete(token);
  }

  register(app: FastifyInstance): void {
    const { authorizePath, tokenPath } = this.options;
    app.get<{ Querystring: Form }>(authorizePath, ({ query }, reply) => {
      if (query.client_id !== this.clientId || !this.callbackUrls.has(query.redirect_uri ?? '')) {
        return reply.code(400).send('The client or where it leads back to is not known');
      }
      return reply.type('text/html').send(formOf(authorizePath, query));
    });
    app.post<{ Body: Form }>(authorizePath, ({ body }, reply) =>
      reply.redirect(this.answer(body), 302),
    );
    app.post<{ Body: Form }>(tokenPath, (request) => this.exchange(request));
  }

  private answer(form: Form): string {
    const { redirect_uri = '', state = '', login = '', isGranted, code_challenge } = form;
    const back = new URL(redirect_uri);
    const code = randomBytes(10).toString('hex');
    const denied = 'The resource owner denied the request';
    const account = this.options.world.account(login);
    this.grants.set(code, { account, redirectUrl: redirect_uri, challenge: code_challenge });
    const answer: Form =
      isGranted === 'true'
        ? { code, state }
        : { error: 'access_denied', error_description: denied, state };
    back.search = String(new URLSearchParams(answer));
    return back.href;
  }

  private exchange(request: FastifyRequest<{ Body: Form }>): object {
    if (!this.isClient(request)) throw new Refusal(401, refused('invalid_client'));
    const { grant_type, refresh_token, code, code_verifier, redirect_uri } = request.body;
    if (grant_type === 'refresh_token') return this.refresh(refresh_token ?? '');
    const grant = this.grants.get(code ?? '');
    this.grants.delete(code ?? '');
    const proof = createHash('sha256')
      .update(code_verifier ?? '')
      .digest('base64url');
    const isProven = !this.options.isStrict || grant?.challenge === proof;
    if (!grant || !isProven || grant.redirectUrl !== redirect_uri) {
      throw new Refusal(400, refused('invalid_grant'));
    }
    return this.issue(grant.account, randomBytes(16).toString('hex'));
  }

  private isClient({ headers, body }: FastifyRequest<{ Body: Form }>): boolean {
    const { clientId, clientSecret } = this;
    if (this.options.authentication === 'header') {
      return headers.authorization === `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
    }
    return body.client_id === clientId && body.client_secret === clientSecret;
  }

  private refresh(token: string): object {
    const account = this.refreshTokens.get(token);
    if (!account) throw new Refusal(400, refused('invalid_grant'));
    if (!this.options.isStrict) return this.issue(account, token);
    this.refreshTokens.delete(token);
    return this.issue(account, randomBytes(16).toString('hex'));
  }

  private issue(account: Account, refreshToken: string): object {
    const token = randomBytes(16).toString('hex');
    this.tokens.set(token, account);
    this.refreshTokens.set(refreshToken, account);
    return {
      access_token: token,
      token_type: 'bearer',
      expires_in: this.options.tokenSeconds,
      refresh_token: refreshToken,
    };
  }
}

function refused(error: string): object {
  return { error, error_description: `The request is refused: ${error}` };
}

function formOf(action: string, fields: Form): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input name="${name}" value="${value.replaceAll('&', '&amp;')}">`,
  );
  return `<form method="post" action="${action}">${inputs.join('')}</form>`;
}
