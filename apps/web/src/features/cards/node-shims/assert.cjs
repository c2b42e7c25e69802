/** What the template language's parser uses of Node's module of this name. */
module.exports = function assert(condition, message) {
  if (!condition) throw new Error(message || 'Assertion failed');
};
