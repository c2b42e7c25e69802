import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Account, World } from '../fake/world.ts';

interface Grant {
  account: Account;
  redirectUrl: string;
  challenge: string | undefined;
}

type Form = Record<string, string>;

const makeToken = (prefix: string) => `${prefix}_${randomBytes(18).toString('hex')}`;

/** Pages for OAuth consent, and the token endpoint. */
export class SignInPages {
  readonly clientId = 'Iv1.0123456789abcdef';
  readonly clientSecret = randomBytes(20).toString('hex');
  /** Allowed redirect URLs. Each server of a test has its own. */
  readonly callbackUrls = new Set<string>();
  /** Lifetime of tokens. 0 as for OAuth apps, whose tokens do not expire, unlike those of GitHub Apps. */
  tokenSeconds = 0;
  readonly authorizePath = '/login/oauth/authorize';
  private readonly world: World;
  private readonly grants = new Map<string, Grant>();
  private readonly tokens = new Map<string, Account>();
  private readonly refreshTokens = new Map<string, Account>();

  constructor(world: World) {
    this.world = world;
  }

  /** Creates a token of an account that accepts the sign-in. */
  issueToken(account: Account): string {
    const token = makeToken('gho');
    this.tokens.set(token, account);
    return token;
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
    app.get<{ Querystring: Form }>(this.authorizePath, (request, reply) => {
      if (request.query.client_id !== this.clientId) return reply.code(404).send('Not Found');
      reply.type('text/html');
      return `<form action="${this.authorizePath}">${Object.entries(request.query)
        .map(([name, value]) => `<input name="${name}" value="${value.replaceAll('&', '&amp;')}">`)
        .join('')}</form>`;
    });
    app.post<{ Body: Form }>(this.authorizePath, (request, reply) =>
      reply.redirect(this.answer(request.body), 302),
    );
    app.post<{ Body: Form }>('/login/oauth/access_token', (request, reply) => {
      // Without an Accept header for JSON, GitHub responds in form encoding.
      if (!request.headers.accept?.includes('application/json')) return reply.code(406).send();
      return this.exchange(request.body);
    });
  }

  private answer(form: Form): string {
    const { redirect_uri = '', state = '', login = '', isGranted, code_challenge } = form;
    const known = [...this.callbackUrls];
    const isKnown = known.some((url) => redirect_uri.startsWith(url));
    const back = new URL(isKnown ? redirect_uri : (known[0] ?? ''));
    if (!isKnown) {
      back.search = String(new URLSearchParams(refusal('redirect_uri_mismatch')));
      return back.href;
    }
    const answer = new URLSearchParams({ state });
    if (isGranted === 'true') {
      const code = randomBytes(10).toString('hex');
      const account = this.world.account(login);
      this.grants.set(code, { account, redirectUrl: redirect_uri, challenge: code_challenge });
      answer.set('code', code);
    } else {
      const denied = 'The user has denied your application access.';
      for (const [name, value] of Object.entries(refusal('access_denied', denied))) {
        answer.set(name, value);
      }
    }
    back.search = String(answer);
    return back.href;
  }

  /** Errors also have status 200. */
  private exchange(form: Form): object {
    const { client_id, client_secret, grant_type } = form;
    if (client_id !== this.clientId || client_secret !== this.clientSecret) {
      return refusal(
        'incorrect_client_credentials',
        'The client_id and/or client_secret passed are incorrect.',
      );
    }
    if (grant_type === 'refresh_token') return this.refresh(form.refresh_token ?? '');
    const grant = this.grants.get(form.code ?? '');
    this.grants.delete(form.code ?? '');
    const proof = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    const isProven = !grant?.challenge || grant.challenge === proof;
    if (!grant || !isProven || grant.redirectUrl !== form.redirect_uri) {
      return refusal('bad_verification_code', 'The code passed is incorrect or expired.');
    }
    return this.issue(grant.account);
  }

  private refresh(token: string): object {
    const account = this.refreshTokens.get(token);
    this.refreshTokens.delete(token);
    if (account) return this.issue(account);
    return refusal('bad_refresh_token', 'The refresh token passed is incorrect or expired.');
  }

  private issue(account: Account): object {
    const token = makeToken(this.tokenSeconds ? 'ghu' : 'gho');
    this.tokens.set(token, account);
    const scope = this.tokenSeconds ? '' : 'read:org,repo,user:email';
    const answer = { access_token: token, token_type: 'bearer', scope };
    if (!this.tokenSeconds) return answer;
    const refreshToken = makeToken('ghr');
    this.refreshTokens.set(refreshToken, account);
    return {
      ...answer,
      expires_in: this.tokenSeconds,
      refresh_token: refreshToken,
      refresh_token_expires_in: 15_811_200,
    };
  }
}

function refusal(error: string, description = ''): Record<string, string> {
  const page = 'https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps';
  return { error, error_description: description, error_uri: page };
}
