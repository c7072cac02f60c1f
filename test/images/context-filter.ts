import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether `.dockerignore` lets a path, relative to the repository, into images. The last line that matches decides. */
export function contextFilter(root: string): (path: string) => boolean {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const rules = lines
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => ({ isTaken: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isTaken ?? true
}

const WILDCARDS: Record<string, string> = { '**/': '(.*/)?', '*': '[^/]*', '.': '\\.' }

/** Files in a folder that matches, match too. */
const patternOf = (glob: string) => new RegExp(`^${glob.replaceAll(/\*\*\/|[*.]/g, (part) => WILDCARDS[part]!)}(/.*)?$`)
