/** Names the file that is shown, in an address of a build's page. */
export const fileParameter = 'file';
/** Filters the list of files, in an address of a build's page. */
export const filterParameter = 'filter';
