/** Valid reference names in git. */
const plainName = /^(?!-)(?!.*(?:\.\.|@\{|\/\/))[^\p{Cc}\s~^:?*[\\]+$/u;

/**
 * Returns whether a revision is a hash or the name of a reference. Other revision expressions of git, such as
 * a search through all commit messages, are not needed.
 */
export function isPlainRevision(revision: string): boolean {
  return plainName.test(revision);
}
