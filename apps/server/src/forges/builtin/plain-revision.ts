/** Valid reference names in git. */
const plainName = /^(?!-)(?!.*(?:\.\.|@\{|\/\/))[^\p{Cc}\s~^:?*[\\]+$/u;

/**
 * Whether a revision is a hash or the name of a reference. Git's language for revisions has more, such as
 * a search through the messages of the whole history, which callers have no use for.
 */
export function isPlainRevision(revision: string): boolean {
  return plainName.test(revision);
}
