/** As for `assert`. */
module.exports = { inspect: { custom: Symbol('inspect') } };
