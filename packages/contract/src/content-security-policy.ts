/** Content security policy of the web UI, wherever it is served. */
export const contentSecurityPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // Images in cards and avatars may be on any host.
  "img-src 'self' data: http: https:",
  "object-src 'none'",
].join(';');
