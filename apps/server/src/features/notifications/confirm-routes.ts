import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Confirmations, confirmPath } from './confirmations.ts';
import { escapeText } from './escape-text.ts';

const formType = 'application/x-www-form-urlencoded';
const invalid = 'This link is not valid any longer.';

/**
 * Page on which the owner of an e-mail address confirms it. It is no part of the UI: its reader may have no account.
 * Programs that open the links of a mail must not confirm anything, so only its button does.
 */
export function registerConfirmRoutes(app: FastifyInstance, confirmations: Confirmations): void {
  app.register(async (scope) => {
    // A browser sends the form with an empty body.
    scope.addContentTypeParser(formType, (_request, _body, done) => done(null));
    scope.get<{ Querystring: { token?: unknown } }>(confirmPath, async ({ query }, reply) => {
      const asked = await confirmations.read(String(query.token ?? ''));
      if (!asked) return sendPage(reply, 404, `<p>${invalid}</p>`);
      const { address, from } = asked;
      return sendPage(
        reply,
        200,
        `<p>${escapeText(from)} wants to send messages about builds to ${escapeText(address)}.</p>` +
          '<form method="post"><button>Confirm</button></form>' +
          '<p>If you did not expect this, close the page.</p>',
      );
    });
    scope.post<{ Querystring: { token?: unknown } }>(confirmPath, async ({ query }, reply) => {
      const isConfirmed = await confirmations.confirm(String(query.token ?? ''));
      if (!isConfirmed) return sendPage(reply, 404, `<p>${invalid}</p>`);
      return sendPage(reply, 200, '<p>The address is confirmed. You can close this page.</p>');
    });
  });
}

function sendPage(reply: FastifyReply, status: number, content: string): FastifyReply {
  const title = 'Messages about builds';
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
        `</head><body><main><h1>${title}</h1>${content}</main></body></html>`,
    );
}
