const valid =
  /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)))[^\p{Cc}\s~^:?*[\\]+(?<![/.])$/u;

/** Returns whether git accepts a name for a new branch. */
export function isBranchName(name: string): boolean {
  return valid.test(name) && name !== '@' && name !== 'HEAD';
}
