const valid =
  /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)))[^\p{Cc}\s~^:?*[\\]+(?<![/.])$/u;

/**
 * Returns whether a text is a full reference such as `refs/heads/main`. A branch of this name is possible, but its
 * builds could not be distinguished from those of another branch.
 */
export function isReference(name: string): boolean {
  return name.startsWith('refs/');
}

/** Returns whether git accepts a name for a new branch. */
export function isBranchName(name: string): boolean {
  return valid.test(name) && name !== '@' && name !== 'HEAD' && !isReference(name);
}
