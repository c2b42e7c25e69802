/**
 * Restricts the push of a step to the refs of `MILLRACE_PUSH_REFS`, one a line, which may end with `*`. Explains a
 * rejected deletion by a person: git itself rejects it, because of `receive.denyDeleteCurrent`.
 */
const preReceive = `#!/bin/sh
is_allowed() {
  while IFS= read -r pattern; do
    case "$pattern" in
      *'*')
        rest=\${1#"\${pattern%?}"}
        [ "$rest" != "$1" ] || continue
        case "$rest" in '' | */*) continue ;; esac
        return 0
        ;;
      *) [ "$1" != "$pattern" ] || return 0 ;;
    esac
  done <<REFS
$MILLRACE_PUSH_REFS
REFS
  return 1
}
refuse() {
  echo "The step may not $1."
  exit 1
}
check_step() {
  is_allowed "$3" || refuse "push to $3"
  case "$2" in *[!0]*) ;; *) refuse "delete $3" ;; esac
  case "$1" in *[!0]*) ;; *) return 0 ;; esac
  case "$3" in refs/tags/*) refuse "move the tag \${3#refs/tags/}" ;; esac
  [ "$3" = "$(git symbolic-ref -q HEAD)" ] || return 0
  git merge-base --is-ancestor "$1" "$2" || refuse "remove commits of the default branch"
}
while read -r before after ref; do
  [ -z "\${MILLRACE_PUSH_REFS:-}" ] || check_step "$before" "$after" "$ref"
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
  # The push of a step starts no builds, unless the step asks for them.
  [ "\${MILLRACE_PUSH_BUILDS:-}" != no ] || echo "option ci.skip"
}
spool="\${GIT_DIR:-.}/millrace-pushes"
[ -d "$spool" ] || mkdir -p "$spool"
name="$(date +%s%N)-\${MILLRACE_PUSH_ID:-$$}"
{ echo "\${MILLRACE_SENDER:-}"; cat; options; } > "$spool/$name.part"
mv "$spool/$name.part" "$spool/$name.push"
`;

/** Hooks of the repositories by name. Their output is shown to the person who pushes. */
export const gitHooks = { 'pre-receive': preReceive, 'post-receive': postReceive };
