import { closest } from './closest.ts'

/**
 * The flags among `args`.
 * @throws Error naming an unknown argument, and the one that was probably meant
 */
export function readFlags<Flag extends string>(
  args: readonly string[],
  flags: readonly Flag[],
  env: NodeJS.ProcessEnv = {},
): Record<Flag, boolean> {
  const known = flags.map((flag) => `--${flag}`)
  const unknown = args.find((arg) => !known.includes(arg))
  if (unknown !== undefined)
    throw new Error(`unknown argument ${unknown}${suggest(unknown, known) || ';'} Known: ${[...known, '--help'].join(', ')}`)
  // Without `--` before it, npm takes an argument as its own and only leaves a variable.
  const taken = flags.find((flag) => env[`npm_config_${flag}`] === 'true' && !args.includes(`--${flag}`) && !NPMS_OWN.has(flag))
  if (taken) throw new Error(`npm took --${taken} for itself; write two dashes before it: -- --${taken}`)
  return Object.fromEntries(flags.map((flag) => [flag, args.includes(`--${flag}`)])) as Record<Flag, boolean>
}

/**
 * `--name value` and `--name=value`, in the given order.
 * @param hint the known arguments, shown after the wrong one
 * @throws Error naming an unknown argument, or one without its value
 */
export function readValues<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
  hint = '--help shows those that there are',
): (readonly [name: Name, value: string])[] {
  const words = args.flatMap((arg) => (/^--\w+=/.test(arg) ? [arg.replace(/=.*/s, ''), arg.replace(/^--\w+=/, '')] : [arg]))
  return Array.from({ length: Math.ceil(words.length / 2) }, (_, pair) => {
    const [word, value] = [words[2 * pair]!, words[2 * pair + 1]]
    const name = names.find((known) => known === word.replace(/^--/, ''))
    if (name === undefined || value === undefined) throw new Error(`unknown argument or missing value: ${word}; ${hint}`)
    return [name, value]
  })
}

/** The same, for commands whose arguments explain themselves: `known: --only <value>`. */
export const knownValues = (names: readonly string[]) => `known: ${names.map((name) => `--${name} <value>`).join(', ')}`

/** Options that may be meant for npm itself, not for us. */
const NPMS_OWN = new Set<string>(['json', 'quiet'])

/** `, did you mean …?` if a known name is close. */
export function suggest(name: string, known: readonly string[]) {
  const meant = closest(name, known)
  return meant === undefined ? '' : `, did you mean ${meant}?`
}
