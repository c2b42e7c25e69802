#!/bin/sh
# Writes a base image from Node, git and a shell of this machine, as an archive for `docker import`, for
# machines that cannot reach a registry. docs/deployment.md explains its use.
set -eu

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# Copies a file or folder to the same path; links are resolved.
add() {
  mkdir -p "$tree$(dirname "$1")"
  cp -RL "$1" "$tree$(dirname "$1")/"
}

# Prints the path of a program; shell built-ins have one, too.
find_program() {
  case $1 in */*) echo "$1" ;; *) echo "$PATH" | tr : '\n' | sed "s|\$|/$1|" | find_first ;; esac
}

find_first() {
  while read -r file; do
    if [ -x "$file" ]; then echo "$file"; break; fi
  done
}

# Copies a program to /usr/bin or another path, and its libraries to theirs.
add_program() {
  program=$(find_program "$1")
  [ -n "$program" ] || { echo "make-base.sh: there is no $1" >&2; exit 1; }
  place=$tree${2:-/usr/bin/$(basename "$1")}
  mkdir -p "$(dirname "$place")"
  cp -L "$program" "$place"
  # The path of each library precedes its address.
  ldd "$program" 2> /dev/null | sed -n 's/^[^/]*\(\/[^ ]*\) (0x.*/\1/p' | while read -r library; do
    [ -e "$tree$library" ] || add "$library"
  done
}

mkdir -p "$tree/usr/bin" "$tree/usr/local/bin" "$tree/usr/local/lib" "$tree/etc" "$tree/home/node" "$tree/tmp"
ln -s usr/bin "$tree/bin"
chmod 1777 "$tree/tmp"

add_program "${NODE:-node}" /usr/bin/node
for program in sh awk basename cat chmod chown cmp cp cut date diff dirname du echo env expr false find grep gzip head id ln \
  ls mkdir mkfifo mktemp mount mv nl printf pwd rm rmdir sed seq sha256sum sleep sort stat tail tar tee test touch tr \
  true umount uname uniq unshare wc xargs; do
  add_program "$program"
done
add_program git
for program in git-receive-pack git-upload-pack; do ln -s git "$tree/usr/bin/$program"; done
commands=$(git --exec-path)
for program in git-http-backend git-remote-http; do
  add_program "$commands/$program" "$commands/$program"
done
ln -s git-remote-http "$tree$commands/git-remote-https"

for file in /usr/share/git-core/templates /etc/ssl/certs/ca-certificates.crt; do
  if [ -e "$file" ]; then add "$file"; fi
done
printf 'hosts: files dns\n' > "$tree/etc/nsswitch.conf"
printf '%s\n' root:x:0:0::/root:/bin/sh node:x:1000:1000::/home/node:/bin/sh > "$tree/etc/passwd"

tar --create --owner=0 --group=0 --directory "$tree" .
