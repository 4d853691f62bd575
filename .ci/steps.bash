# Shared functions of .ci/run and .ci/all, which source this file in the root of the repository.
# results: a temporary folder. failures: the names of failed steps. durations: a file with a line for each step.

results=$(mktemp -d)
failures=()
durations=$results/durations
# The maximum duration of a step.
minutes=${MINUTES:-30}

finish() {
  if [ -d "$results/mongo" ]; then .ci/mongodb/stop "$results/mongo"; fi
  rm -rf "$results"
}
trap finish EXIT
trap 'exit 130' INT TERM

# Runs a command as a named step and prints how long it took.
step() {
  local name=$1 began=$SECONDS verdict=passed
  shift
  printf '\n== %s\n' "$name"
  "$@" || verdict=FAILED
  printf '== %s: %s in %d s\n' "$name" "$verdict" $((SECONDS - began))
  printf '%6d  %-7s %s\n' $((SECONDS - began)) "$verdict" "$name" >> "$durations"
  if [ "$verdict" = FAILED ]; then
    failures+=("$name")
    return 1
  fi
}

# Runs functions in parallel, each as a step with its name. Prints their outputs in order.
together() {
  local steps=("$@") index
  local -A running=()
  for index in "${!steps[@]}"; do
    (
      failures=()
      step "${steps[$index]//_/ }" "${steps[$index]}"
    ) > "$results/step-$index" 2>&1 &
    running[$index]=$!
  done
  for index in "${!steps[@]}"; do
    wait "${running[$index]}" || failures+=("${steps[$index]//_/ }")
    cat "$results/step-$index"
  done
}

# Runs a command and kills it with its children after the maximum duration of a step.
bounded() { timeout --kill-after=10 "$minutes"m "$@"; }

# Runs mocha. The reporter writes its results to files with the name $1.
mocha_into() {
  local name=$1
  shift
  RESULTS="$results/$name.titles" bounded npx mocha --reporter .ci/reporter.cjs "$@"
}

embedded_only() { (unset MONGODB_URI; "$@"); }

# Runs a command with MONGODB_URI. Starts a server if the variable is empty.
on_mongodb() {
  local uri=${MONGODB_URI:-}
  if [ -z "$uri" ]; then uri=$(.ci/mongodb/start "$results/mongo") || return 1; fi
  (export MONGODB_URI=$uri; "$@")
}

# Installs the Debian package $1, unless one of the commands that follow it exists.
from_debian() {
  local package=$1 as_root=()
  if command -v "${@:2}" > /dev/null; then return 0; fi
  if ! command -v apt-get > /dev/null; then
    echo "There is no $package, and no apt-get to install it with: install it." >&2
    return 1
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo > /dev/null; then
      echo "There is no $package, and only root can install it: apt-get install $package." >&2
      return 1
    fi
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$package"
}
installation_of_Chromium() { [ -n "${CHROMIUM:-}" ] || from_debian chromium chromium chromium-browser google-chrome; }

installation_and_build() { npm ci && npm run build; }
format_lint_types_and_arrows() { npm run check && npm run types && npm run arrows; }
# `npm run package` compiles without source maps, so a build restores them.
package_and_build() { npm run package && npm run build; }
OpenAPI_documents() { .ci/lint-openapi; }

# Prints the durations, the failures and the counts. Fails if a step or spec failed, or if no spec passed.
conclude() {
  local failed passed pending
  passed=$(cat "$results"/*.titles 2> /dev/null | grep -c '^passed')
  failed=$(cat "$results"/*.titles 2> /dev/null | grep -c '^failed')
  pending=$(cat "$results"/*.titles 2> /dev/null | grep -c '^pending')
  printf '\nSeconds, step by step:\n%s\n%6d  in all\n' "$(cat "$durations")" "$SECONDS"
  if [ "$pending" -gt 0 ]; then printf '%d specs were not run.\n' "$pending"; fi
  for why in "$results"/*.why; do
    if [ -e "$why" ]; then printf '\nFailed in %s:\n\n%s\n' "$(basename "$why" .titles.why)" "$(cat "$why")"; fi
  done
  if [ ${#failures[@]} -gt 0 ]; then
    printf 'Failed: %s\n' "${failures[@]}"
    [ "$failed" -gt 0 ] || failed=${#failures[@]}
  fi
  printf '%d passed, %d failed\n' "$passed" "$failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
