/** As for `assert`. */
module.exports = { EOL: '\n' };
