/** Patterns of the error messages about the fields of the dialogs. */
export const secondFactorFields = {
  code: /^The code is wrong/,
  password: /^(The password is wrong$|Too many attempts)/,
};
