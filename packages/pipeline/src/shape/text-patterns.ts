/** Patterns by which the reader and the schema for editors find mistakes in texts. */

/** An expression of another system, or an expression without an end. */
export const expressionFault = /(?<!\$)\$\{\{|^[^\n]*(?<!\$)\$\{[\w:]*$/;

/** A text that may be any of several words: it has a pattern or a variable. */
export const openWord = /[^\w-]/;

/** A variable whose former value only a shell knows. */
export const shellVariable = /\$\{?(PATH|HOME|PWD)\b/;

/** Commands as one text, in which each line is an entry of a list. */
export const listInText = /^\s*- [^\n]*(?:\n\s*- [^\n]*)*\s*$/;

/** Signs of a regular expression that no name of a branch, tag or file has. `v1.*` is a good pattern. */
export const regularExpression = /^\^|^\/\^|[^}]\$\/?$|\\[dwsbDWSB.]|\.\+|\([^)]*\|[^)]*\)/;

/** A bracket that opens a class of characters and is not closed. */
export const openBracket = /(?<!\\)\[[^\]]*$/;

/** Patterns of each condition that match nothing, beside regular expressions and open brackets. */
export const uselessPatterns = {
  ref: /^(?!refs\/)[\w-]/,
  repo: /^[\w.-]+$/,
  cron: /^\s*\S+\s+\S/,
  paths: /^\.?\/|\/$/,
} as const;
