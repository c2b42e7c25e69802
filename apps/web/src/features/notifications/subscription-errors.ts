/** Patterns of the server's error messages about each field of the form. */
export const refusedParts = {
  name: /^(A subscription needs a name$|The name has at most |A subscription named )/,
  url: /^(The URL |The stored URL |A subscription needs the URL )/,
  secret: /^The secret has at most /,
  recipients:
    /^(Invalid email address$|A subscription has at most \d+ recipients$|A subscription by e-mail needs )/,
  repos: /^(There is no repository |A subscription names at most )/,
  branches: /^The branch pattern has at most /,
} as const;
