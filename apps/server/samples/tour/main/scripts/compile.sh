set -e
for module in parser planner runner reporter; do
  printf '\033[34m[compile]\033[0m %s' "$module"
  sleep 0.4
  printf ' \033[32mok\033[0m\n'
done
printf '\033[33mwarning:\033[0m reporter uses a deprecated call\n'
