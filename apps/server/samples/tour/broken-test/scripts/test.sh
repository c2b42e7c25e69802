set -e
for test in parses plans runs; do
  printf '\033[32m✓\033[0m %s\n' "$test"
  sleep 0.2
done
printf '\033[31m✗ reports\033[0m\n'
printf '    expected: \033[32m"success"\033[0m\n'
printf '    actual:   \033[31m"unknown"\033[0m\n'
printf '\033[1;31m1 failed\033[0m, 3 passed\n'
exit 1
