/** Explains a rejected deletion. git itself rejects it, because of `receive.denyDeleteCurrent`. */
const preReceive = `#!/bin/sh
while read -r before after ref; do
  case "$after" in *[!0]*) continue ;; esac
  [ "$ref" = "$(git symbolic-ref -q HEAD)" ] || continue
  echo "\${ref#refs/heads/} is the default branch, so it cannot be deleted."
  echo "Choose another default branch first: \${MILLRACE_REPO_URL:-}/settings"
done
`;

const postReceive = `#!/bin/sh
set -e
# Only known options are written: a value may contain a line that looks like a ref.
options() {
  at=0
  while [ "$at" -lt "\${GIT_PUSH_OPTION_COUNT:-0}" ]; do
    eval "option=\\$GIT_PUSH_OPTION_$at"
    case "$option" in ci.skip | ci-skip) echo "option ci.skip" ;; esac
    at=$((at + 1))
  done
}
spool="\${GIT_DIR:-.}/millrace-pushes"
[ -d "$spool" ] || mkdir -p "$spool"
name="$(date +%s%N)-\${MILLRACE_PUSH_ID:-$$}"
{ echo "\${MILLRACE_SENDER:-}"; cat; options; } > "$spool/$name.part"
mv "$spool/$name.part" "$spool/$name.push"
`;

/** Hooks of the repositories by name. Their output is shown to the person who pushes. */
export const gitHooks = { 'pre-receive': preReceive, 'post-receive': postReceive };
