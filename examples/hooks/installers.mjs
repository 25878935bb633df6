// The programs that install packages of PyPI and npm, or run them from there: how each is called, and
// which of its options take a value.

/**
 * `takes`: `packages` every word is one; `inject` every word but the first; `run` the first word, unless
 * the machine has a program of this name, and what follows is for the program that it starts; `fetch` the
 * same without looking on the machine; `with` only options name packages, and a command follows; `create`
 * the first word, as `create-…`; `deno` words that begin with `npm:`; `elsewhere` it has an index of its own;
 * `linked` every word, unless it is linked on the machine; `lists` every word is a file with requirements;
 * `updates` the words that name a version;
 * `pip` what follows the first word is for pip; `fields` what a `package.json` is to say.
 */
const verb = (words, takes) => ({ words: new RegExp(`^(?:${words})$`), takes })
const NO_VERB = (takes) => [{ words: null, takes }]

const PIP = [verb('install|download|wheel', 'packages')]
const NPM_CREATE = verb('cr|cre|crea|creat|create|ini|init|innit', 'create')
const ADD = [verb('add', 'packages')]
const CONDA = [verb('install|create|update', 'elsewhere')]

export const PROGRAMS = new Map([
  ['pip', ['pypi', PIP]],
  ['easy_install', ['pypi', NO_VERB('packages')]],
  [
    'uv',
    [
      'pypi',
      [
        verb('add|pip install|tool install', 'packages'),
        verb('pip sync|pip compile', 'lists'),
        verb('tool run', 'fetch'),
        verb('run', 'with'),
      ],
    ],
  ],
  ['uvx', ['pypi', NO_VERB('fetch')]],
  [
    'pipx',
    [
      'pypi',
      [
        ...[verb('install', 'packages'), verb('run', 'fetch'), verb('inject', 'inject')],
        verb('runpip', 'pip'),
      ],
    ],
  ],
  ['pip-sync', ['pypi', NO_VERB('lists')]],
  ['pip-compile', ['pypi', NO_VERB('lists')]],
  ['poetry', ['pypi', [verb('add|self add', 'packages')]]],
  ['pdm', ['pypi', [verb('add|self add', 'packages')]]],
  ['rye', ['pypi', [verb('add|install|tools install', 'packages')]]],
  ['pipenv', ['pypi', [verb('install', 'packages'), verb('upgrade|update', 'updates')]]],
  ['conda', ['pypi', CONDA]],
  ['mamba', ['pypi', CONDA]],
  ['micromamba', ['pypi', CONDA]],
  ['pixi', ['pypi', [verb('add|global install|exec|x', 'elsewhere')]]],
  [
    'npm',
    [
      'npm',
      [
        verb('install|i|in|ins|inst|insta|instal|isnt|isnta|isntal|isntall|add', 'packages'),
        verb('install-test|it', 'packages'),
        verb('update|up|upgrade|udpate', 'updates'),
        verb('pkg set', 'fields'),
        verb('exec|exe|x', 'run'),
        verb('link|lin|ln', 'linked'),
        NPM_CREATE,
      ],
    ],
  ],
  ['npx', ['npm', NO_VERB('run')]],
  [
    'pnpm',
    [
      'npm',
      [
        verb('add|install|i', 'packages'),
        verb('up|update|upgrade', 'updates'),
        verb('dlx', 'fetch'),
        verb('create', 'create'),
      ],
    ],
  ],
  ['pnpx', ['npm', NO_VERB('fetch')]],
  [
    'yarn',
    [
      'npm',
      [
        verb('add|global add', 'packages'),
        verb('up|upgrade', 'updates'),
        verb('dlx', 'fetch'),
        verb('create', 'create'),
      ],
    ],
  ],
  [
    'bun',
    [
      'npm',
      [
        verb('add|a|install|i', 'packages'),
        verb('update', 'updates'),
        verb('x', 'run'),
        verb('create|c', 'create'),
      ],
    ],
  ],
  ['bunx', ['npm', NO_VERB('run')]],
  [
    'deno',
    [
      'npm',
      [
        verb('add|install|i', 'deno'),
        verb('run|serve|compile|cache|test|bench|check', 'deno run'),
        verb('x', 'fetch'),
      ],
    ],
  ],
  ['dx', ['npm', NO_VERB('deno run')]],
  ['ni', ['npm', NO_VERB('packages')]],
  ['nlx', ['npm', NO_VERB('fetch')]],
  ['nypm', ['npm', [verb('add|i|install', 'packages')]]],
  ['volta', ['npm', [verb('install', 'packages')]]],
  ['mise', ['npm', [verb('use|install', 'deno')]]],
  ['lerna', ['npm', ADD]],
  ['nx', ['npm', ADD]],
  ['ng', ['npm', ADD]],
  ['expo', ['npm', [verb('install|add', 'packages')]]],
  ['cnpm', ['npm', [verb('install|i|add', 'elsewhere')]]],
  ['bower', ['npm', [verb('install|i', 'elsewhere')]]],
])

const words = (text) => new Set(text.trim().split(/\s+/))

/** Options with a value that names no package of a registry. */
export const VALUES = {
  pypi: words(`
    -c --constraint --constraints -t --target --platform --python-version --implementation --abi --root
    --prefix --src --upgrade-strategy --progress-bar --cache-dir -C --config-settings --config-setting
    --global-option --only-binary --no-binary --report --timeout --retries --proxy --cert --client-cert
    --log --exists-action --trusted-host --allow-insecure-host --use-feature --use-deprecated
    --root-user-action --keyring-provider -p --python -d --dest --dest-dir -w --wheel-dir --extra --extras
    --group -G --package --directory --project --tag --branch --rev --resolution --prerelease
    --exclude-newer --link-mode --overrides --override --build-constraints --color
    --env-file --optional --bounds --marker -m --module -P --upgrade-package --reinstall-package
    --no-build-package --no-binary-package --suffix --pip-args --preinstall --backend
    --script --torch-backend --fork-strategy --index-strategy --output-file -o --name --channel
  `),
  npm: words(`
    --prefix --workspace --omit --include --loglevel --cache --before
    --install-strategy --cpu --os --libc --script-shell --tag --access --otp --filter -F -C --dir --cwd
    --cache-folder --modules-folder --mutex --network-timeout --global-dir --store-dir
    --virtual-store-dir --save-prefix --backend --config --shell --min-release-age --concurrency
    --network-concurrency --reporter --lockfile-dir
  `),
}

/** Options without a value. `--no-…` is one, unless it stands above. */
export const FLAGS = {
  pypi: words(`
    -U --upgrade --pypackages --no-cache -q --quiet -v --verbose --user --pre --dev -I --ignore-installed --force-reinstall
    --break-system-packages --require-virtualenv --dry-run --compile --prefer-binary --require-hashes
    --isolated --system --reinstall --refresh --offline --frozen --locked --active --raw --exact
    --force -y --yes --lock --sync --include-deps --include-apps --global --native-tls --managed-python
    --strict -s --allow-prereleases --inexact --all-extras --all-groups --all-packages
    --only-dev --save-compatible --save-exact --save-minimum --save-wildcard --unconstrained --skip-lock
    --fetch-python --verify-hashes --debug -n
  `),
  npm: words(`
    -D --save-dev -S --save -P --save-prod -O --save-optional -E --save-exact --save-peer --save-bundle -B
    --exact --dev -d --peer --optional -g --global --force -f -y --yes -W --workspace-root
    --ignore-workspace-root-check -w --workspaces -ws -iwr --include-workspace-root --frozen-lockfile
    --legacy-peer-deps --strict-peer-deps --ignore-scripts --dry-run --silent -s --verbose --quiet -q
    --offline --prefer-offline --prefer-online --package-lock-only --prefer-dedupe --recursive -r
    --production --prod --json --audit --fund --foreground-scripts --install-links --bun --trust -T --tilde
    --caret --shell-mode -A --allow-all --allow-net --allow-read --allow-write --allow-env --allow-run
    --allow-scripts --node-modules-dir --lockfile-only --save-catalog --allow-build --trust-lockfile
    --ignore-workspace --only-missing --latest -L --ignore-existing --always-spawn
  `),
}

/** Where the packages come from instead of the registries that are known here. */
export const ELSEWHERE = {
  pypi: /^(?:-i|--(?:default-)?index(?:-url)?|--no-index|--pypi-mirror|--source|--config-file)$/,
  npm: /^(?:--(?:config\.)?registry|--@[^:=]*:registry|--userconfig|--globalconfig)$/,
}

/** Where they may come from besides. */
export const BESIDES = { pypi: /^(?:-f|--find-links|--extra-index(?:-url)?)$/, npm: /^$/ }

/** The same as variables, each of those programs that heed it. */
const VARIABLES = [
  [/^(?:pip|pipx|pipenv|easy_install)$/, 'PIP_(?:INDEX_URL|NO_INDEX|CONFIG_FILE)', false],
  [/^(?:pip|pipx|pipenv|easy_install)$/, 'PIP_(?:EXTRA_INDEX_URL|FIND_LINKS)', true],
  [/^(?:uvx?|rye)$/, 'UV_(?:DEFAULT_INDEX|INDEX_URL|NO_INDEX|CONFIG_FILE)', false],
  [/^(?:uvx?|rye)$/, 'UV_(?:INDEX|EXTRA_INDEX_URL|FIND_LINKS)', true],
  [/^pipenv$/, 'PIPENV_PYPI_MIRROR', false],
  [/^poetry$/, String.raw`POETRY_REPOSITORIES_\w+`, true],
  [/^pdm$/, 'PDM_PYPI_URL', false],
  [
    /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx)$/,
    'npm_config_(?:registry|userconfig|globalconfig)',
    false,
  ],
  [/^yarn$/, 'YARN_(?:NPM_REGISTRY_SERVER|REGISTRY)', false],
  [/^bunx?$/, 'BUN_CONFIG_REGISTRY', false],
].map(([programs, names, isBesides]) => ({
  programs,
  names: new RegExp(`^${names}$`, 'i'),
  isBesides,
}))

export const isIndexVariable = (name) => VARIABLES.some(({ names }) => names.test(name))

/** Of the variables that are set the first one that leads the program elsewhere, or besides. */
export function variableOf(program, set, isBesides) {
  const heeded = VARIABLES.filter(
    (one) => one.isBesides === isBesides && one.programs.test(program),
  )
  return set.find((name) => heeded.some(({ names }) => names.test(name)))
}

/** Options of Python's installers whose value is a file that names packages. */
export const FILE_OPTIONS = /^(?:-r|--requirements?|--with-requirements)$/

/** And those whose value is a folder or an address. */
export const PLACE_OPTIONS = /^(?:-e|--editable|--with-editable)$/

/** Words before a command that leave it what it is. */
export const KEYWORDS = words('if then elif else while until do ! { builtin coproc')

/** Programs that start another one: its name is looked for behind them, or in one of their words. */
export const STARTERS = words(`
  sudo doas env command exec nohup nice ionice timeout gtimeout time gtime stdbuf setsid unbuffer xvfb-run
  corepack chroot xargs parallel find watch strace ltrace caffeinate flock docker podman nerdctl kubectl
  conda mamba micromamba mise asdf direnv dotenv dotenvx hatch poetry pdm pipenv rye npm pnpm yarn bun
  devbox systemd-run ssh script tmux screen nix nix-shell nvm fnm volta arch setarch taskset chrt numactl
  prlimit fakeroot eatmydata proxychains proxychains4 torsocks torify runuser gosu su-exec tini dumb-init
  firejail bwrap unshare nsenter distrobox toolbox wsl cmd entr nodemon concurrently cross-env env-cmd op
  doppler chronic hyperfine retry vagrant lxc
`)

export const SHELLS = words('sh bash zsh dash ksh mksh ash fish su busybox pwsh powershell')

/** Programs whose own language may start others: which, only they know. */
export const INTERPRETERS =
  /^(?:python|pypy|py|node|nodejs|bun|deno|perl|ruby|php|g?awk|osascript|lua|expect)[\d.]*$/

/** Programs that only speak of what stands behind them, or look for it. */
export const SPEAKERS = words(`
  echo printf grep egrep fgrep rg ag ack man which whereis type help info tldr whatis apropos git gh glab hg
  svn cat less more head tail ls sed test [ [[ case for select in function alias hash cd mkdir touch rm cp
  mv diff sort uniq wc tr cut jq apt apt-get brew apk dnf yum pacman choco winget scoop cargo go gem
`)

/** A text that may install something, in whatever language it is written. */
const INSTALL_TEXT =
  /\b(?:(?:pip[\d.]*|uv|pipx|poetry|pdm|rye|pipenv|pixi|conda|mamba|npm|pnpm|yarn|bun|deno|volta)\b[^\n]{0,40}?\b(?:install|add|i|isntall|dlx|exec|create|inject|link)\b|(?:npx|uvx|bunx|pnpx|easy_install)\b["',\s]+[\w@-]|\bnpm:[@a-z])/
export const holdsInstall = (text) => INSTALL_TEXT.test(text)
