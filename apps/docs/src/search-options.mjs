/** Options of the index. It is written and read with the same ones. */
export const searchOptions = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
    // People who search want to know how, rarely why.
    boostDocument: (id) => (id.startsWith('decisions/') ? 0.2 : 1),
  },
};
