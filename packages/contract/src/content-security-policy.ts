/** What the pages of the interface may load and ask, wherever they are served. */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Pictures of cards and avatars may lie anywhere.
  "img-src 'self' data: http: https:",
  "object-src 'none'",
].join(';');
