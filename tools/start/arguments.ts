/**
 * The flags among `args`.
 * @throws Error that names an argument nobody knows
 */
export function readFlags<Flag extends string>(args: readonly string[], flags: readonly Flag[]): Record<Flag, boolean> {
  const unknown = args.find((arg) => !flags.some((flag) => arg === `--${flag}`))
  if (unknown)
    throw new Error(
      `unknown argument ${unknown}${flags.length > 0 ? `; known: ${flags.map((flag) => `--${flag}`).join(', ')}` : ''}`,
    )
  return Object.fromEntries(flags.map((flag) => [flag, args.includes(`--${flag}`)])) as Record<Flag, boolean>
}
