// assay completions: what a shell can fill in. Made of the same table as the help.

import type { Run } from '../terminal/command.ts'
import { meantText } from '../terminal/meant.ts'
import { EXIT } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { quote, wordMistake } from '../terminal/target.ts'
import {
  COMMAND_NAMES,
  COMMAND_WORDS,
  COMMON_OPTIONS,
  type CommandName,
  type CommonName,
  commonOption,
  factsOf,
  SHELL_WORDS,
} from '../words/commands.ts'
import { OPTIONS, optionsOf } from '../words/options.ts'

export const usage = `Usage: assay completions <bash|zsh|fish|powershell>

Prints a script that completes commands, options and what they can be.

Exit status
  0  the script was printed
  2  the command line is wrong

  echo 'eval "$(assay completions bash)"' >> ~/.bashrc
  assay completions zsh > ~/.zfunc/_assay      # a folder of your fpath
  assay completions fish > ~/.config/fish/completions/assay.fish
  assay completions powershell >> $PROFILE`

export const run: Run = async (argv, { out }) => {
  const { positionals } = readArgs(argv, OPTIONS.completions)
  const mistake = wordMistake(positionals, ['the shell (bash, zsh, fish or powershell)'], usage)
  if (mistake !== null) return out.usage(mistake)
  const [written = ''] = positionals
  const shell = SHELL_WORDS.find((word) => word === written)
  if (shell === undefined) {
    const known = SHELL_WORDS.join(', ')
    return out.usage(
      `assay: completions are for ${known}, not ${quote(written)}${meantText(written, SHELL_WORDS)}`,
    )
  }
  out.print(SCRIPTS[shell]())
  return EXIT.yes
}

/** An option as a shell needs it: `isPath` where a file stands behind it. */
type Completed = Readonly<{
  name: string
  about: string
  values: readonly string[]
  takes: boolean
}>

const COMMON: readonly Completed[] = [
  ...(Object.keys(COMMON_OPTIONS) as CommonName[]).map((name) => {
    const { about, values = [], takes } = commonOption(name)
    return { name, about, values, takes: takes !== undefined }
  }),
  { name: 'help', about: 'what a command does', values: [], takes: false },
]

function optionsFor(command: CommandName): readonly Completed[] {
  const own = Object.entries(optionsOf(command)).map(([name, option]) => {
    const { about, values = [], type } = option
    return { name, about, values, takes: type === 'string' }
  })
  return [...own, ...COMMON]
}

const flags = (command: CommandName) => optionsFor(command).map(({ name }) => `--${name}`)

/** What may stand at each place behind a command, where there is a choice. */
const wordsOf = (command: CommandName) => factsOf(command).words ?? []

/** What an option can be, for each option that has a choice, with the commands that have it. */
function choices(command: CommandName): readonly Completed[] {
  return optionsFor(command).filter(({ values }) => values.length > 0)
}

const SCRIPTS: Readonly<Record<(typeof SHELL_WORDS)[number], () => string>> = {
  bash,
  zsh,
  fish,
  powershell,
}

/** Words of ours: letters, digits and `-`, which no shell reads as anything else. */
function bash(): string {
  const rows = COMMAND_NAMES.map((command) => {
    const places = wordsOf(command).map(
      (words, index) => `${index + 1}) words='${words.join(' ')}' ;;`,
    )
    const values = choices(command).map(
      ({ name, values }) =>
        `--${name}) COMPREPLY=( $(compgen -W '${values.join(' ')}' -- "$cur") ); return ;;`,
    )
    const files = optionsFor(command).filter(({ takes, values }) => takes && values.length === 0)
    const taking = files.map(({ name }) => `--${name}`).join('|')
    return `    ${command})
      options='${flags(command).join(' ')}'
      case "$prev" in ${values.join(' ')} ${taking === '' ? '' : `${taking}) COMPREPLY=( $(compgen -f -- "$cur") ); return ;;`} esac
      case "$place" in ${places.join(' ')} *) ;; esac
      ;;`
  })
  return `# assay completions bash
_assay() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command='' words='' options='' place=0 at
  # Bash splits --color=always at the sign.
  if [[ "$cur" == '=' ]]; then cur=''; elif [[ "$prev" == '=' ]]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  COMPREPLY=()
  for (( at = 1; at < COMP_CWORD; at++ )); do
    if [[ "\${COMP_WORDS[at]}" == -* ]]; then continue; fi
    if [[ -z "$command" ]]; then command="\${COMP_WORDS[at]}"; else place=$(( place + 1 )); fi
  done
  place=$(( place + 1 ))
  case "$command" in
    '') COMPREPLY=( $(compgen -W '${[...COMMAND_NAMES, 'help', '--version', ...COMMON.map(({ name }) => `--${name}`)].join(' ')}' -- "$cur") ); return ;;
    help) COMPREPLY=( $(compgen -W '${COMMAND_NAMES.join(' ')}' -- "$cur") ); return ;;
${rows.join('\n')}
  esac
  if [[ "$cur" == -* ]]; then COMPREPLY=( $(compgen -W "$options" -- "$cur") )
  elif [[ -n "$words" ]]; then COMPREPLY=( $(compgen -W "$words" -- "$cur") )
  else COMPREPLY=( $(compgen -f -- "$cur") )
  fi
}
complete -o filenames -F _assay assay`
}

/** For a text between single quotes, where brackets and colons have a meaning to zsh. */
const forZsh = (text: string) =>
  text.replace(/'/g, "'\\''").replace(/[[\]:\\]/g, (sign) => (sign === '\\' ? sign : `\\${sign}`))

function zsh(): string {
  const spec = ({ name, about, values, takes }: Completed) => {
    const what = values.length > 0 ? `(${values.join(' ')})` : '_files'
    return `'--${name}[${forZsh(about)}]${takes ? `:${name}:${what}` : ''}'`
  }
  const rows = COMMAND_NAMES.map((command) => {
    const places = wordsOf(command).map((words, at) => `'${at + 1}:word:(${words.join(' ')})'`)
    const specs = [...optionsFor(command).map(spec), ...places, "'*:file:_files'"]
    return `    ${command}) _arguments ${specs.join(' ')} ;;`
  })
  const commands = Object.entries(COMMAND_WORDS).map(
    ([name, { about }]) => `'${name}:${forZsh(about)}'`,
  )
  return `#compdef assay
_assay() {
  local -a commands
  commands=(${commands.join(' ')} 'help:what a command does')
  local context state state_descr line
  typeset -A opt_args
  _arguments -C '1:command:->command' '*::word:->words' ${COMMON.map(spec).join(' ')} && return
  case $state in
    command) _describe command commands ;;
    words) case $words[1] in
    help) _describe command commands ;;
${rows.join('\n')}
    esac ;;
  esac
}
if [ "$funcstack[1]" = _assay ]; then _assay "$@"; else compdef _assay assay; fi`
}

const forFish = (text: string) => `'${text.replace(/[\\']/g, (sign) => `\\${sign}`)}'`

function fish(): string {
  const lines = ['# assay completions fish', 'complete -c assay -f']
  const none = '__fish_use_subcommand'
  for (const [name, { about }] of Object.entries(COMMAND_WORDS)) {
    lines.push(`complete -c assay -n ${none} -a ${name} -d ${forFish(about)}`)
  }
  lines.push(`complete -c assay -n ${none} -a help -d 'what a command does'`)
  lines.push(
    `complete -c assay -n '__fish_seen_subcommand_from help' -a '${COMMAND_NAMES.join(' ')}'`,
  )
  for (const { name, about, values, takes } of COMMON) {
    const given = values.length > 0 ? ` -x -a '${values.join(' ')}'` : takes ? ' -r -F' : ''
    lines.push(`complete -c assay -l ${name} -d ${forFish(about)}${given}`)
  }
  for (const command of COMMAND_NAMES) {
    const seen = `'__fish_seen_subcommand_from ${command}'`
    const words = wordsOf(command).flat()
    lines.push(
      words.length > 0
        ? `complete -c assay -n ${seen} -a '${words.join(' ')}'`
        : `complete -c assay -n ${seen} -F`,
    )
    for (const [name, { about, values = [], type }] of Object.entries(optionsOf(command))) {
      const given =
        values.length > 0 ? ` -x -a '${values.join(' ')}'` : type === 'string' ? ' -r -F' : ''
      lines.push(`complete -c assay -n ${seen} -l ${name} -d ${forFish(about)}${given}`)
    }
  }
  return lines.join('\n')
}

function powershell(): string {
  const list = (words: readonly string[]) => `@(${words.map((word) => `'${word}'`).join(', ')})`
  const options = COMMAND_NAMES.map((command) => `    '${command}' = ${list(flags(command))}`)
  const words = COMMAND_NAMES.map(
    (command) => `    '${command}' = ${list(wordsOf(command).flat())}`,
  )
  const values = COMMAND_NAMES.flatMap((command) =>
    choices(command).map(({ name, values }) => `    '${command} --${name}' = ${list(values)}`),
  )
  return `# assay completions powershell
Register-ArgumentCompleter -Native -CommandName assay -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $options = @{
${options.join('\n')}
  }
  $words = @{
${words.join('\n')}
  }
  $values = @{
${values.join('\n')}
  }
  $given = @($commandAst.CommandElements | ForEach-Object { $_.ToString() } | Select-Object -Skip 1)
  if ($wordToComplete -ne '' -and $given.Count -gt 0) { $given = @($given | Select-Object -SkipLast 1) }
  $command = $given | Where-Object { -not $_.StartsWith('-') } | Select-Object -First 1
  $last = $given | Select-Object -Last 1
  $found = if ($null -eq $command) { ${list([...COMMAND_NAMES, 'help', '--version'])} }
    elseif ($values.ContainsKey("$command $last")) { $values["$command $last"] }
    elseif ($wordToComplete.StartsWith('-')) { $options[$command] }
    else { $words[$command] }
  $found | Where-Object { $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}`
}
