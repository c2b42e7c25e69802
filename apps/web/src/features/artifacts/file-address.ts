/** URL parameter of the selected file on the build page. */
export const fileParameter = 'file';
/** URL parameter of the file filter on the build page. */
export const filterParameter = 'filter';
