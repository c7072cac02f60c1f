import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { runCommand } from './commands.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const OURS = 'node tools/start/bootstrap.mjs '
/** Programs of others, which have their own help. */
const OTHERS = /^(turbo run|tsc|biome|npm run) /
/** Vitest, after installing dependencies. */
const VITEST = 'test'

const own = Object.entries(scripts).flatMap(([script, line]) =>
  line.startsWith(OURS) && script !== VITEST ? [[script, line.slice(OURS.length)] as const] : [],
)

describe('the commands of package.json', () => {
  afterEach(() => vi.restoreAllMocks())

  it('all use our bootstrap, or programs of others', () => {
    expect(Object.values(scripts).filter((line) => !line.startsWith(OURS) && !OTHERS.test(line))).toEqual([])
  })

  it.each(own)('npm run %s -- --help explains its usage, and does nothing', async (script, command) => {
    for (const help of ['--help', '-h']) {
      const printed = vi.spyOn(console, 'log').mockImplementation(() => {})

      // An empty environment: a command that actually ran would fail.
      expect(await runCommand(command, [help], {})).toBe(0)

      expect(printed.mock.calls).toEqual([[expect.stringMatching(new RegExp(`^npm (run )?(-s )?${script}\\b`))]])
      printed.mockRestore()
    }
  })

  it('are listed when an unknown command is requested', async () => {
    await expect(runCommand('strat', [], {})).rejects.toThrow(/^unknown command strat: start, stop, .*, test$/)
  })
})
