/** Names the file that is shown, in an address of a build's page. */
export const fileParameter = 'file';
