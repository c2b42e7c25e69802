#!/usr/bin/env node
// The program of the npm package. It must be readable by a Node that is too old for the rest.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || major === 23 || (major === 22 && minor < 16)) {
  process.stderr.write(
    `Millrace needs Node 24 or newer, or 22.16 at least; this is ${process.versions.node}.\n`,
  );
  process.exit(1);
}

// Older versions of Node print a warning that SQLite is experimental, which does not help people who start
// a server.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) => {
  if (rest[0] !== 'ExperimentalWarning') emitWarning.call(process, warning, ...rest);
};

// People and hooks start commands often, so compiled code is kept for the next start.
const { HOME, XDG_CACHE_HOME: cache = HOME && `${HOME}/.cache` } = process.env;
if (cache) process.getBuiltinModule('module').enableCompileCache(`${cache}/millrace`);
process.setSourceMapsEnabled(true);
import('../program/main.mjs');
