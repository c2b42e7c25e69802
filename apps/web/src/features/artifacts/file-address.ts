/** Names the file that is shown, in an address of a build's page. */
export const fileParameter = 'file';

export function namesFile(search: string): boolean {
  return new URLSearchParams(search).has(fileParameter);
}
