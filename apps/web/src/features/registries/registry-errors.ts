/** Patterns of the error messages about each field of the dialogs. */
export const registryErrors = {
  address: /^(Invalid Registry Address|There are already credentials for )/,
  username: /^Invalid Registry Username/,
  password: /^Invalid Registry Password/,
  config: /^Invalid Docker Config/,
} as const;
