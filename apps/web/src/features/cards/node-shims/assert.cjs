/** The part of Node's `assert` that the parser of card templates uses. */
module.exports = function assert(condition, message) {
  if (!condition) throw new Error(message || 'Assertion failed');
};
