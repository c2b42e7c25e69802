set -e
passed=0
while [ "$passed" -lt 24 ]; do
  passed=$((passed + 1))
  printf '\033[32m✓\033[0m test %s \033[2m(%s ms)\033[0m\n' "$passed" "$((passed * 7 % 31))"
  sleep 0.1
done
printf '\033[1;32m%s passed\033[0m\n' "$passed"
