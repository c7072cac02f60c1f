import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'

const BIOME = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')

/** Gives new text the form that lint requires. @throws Error where lint finds a mistake */
export function format(root: string, files: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIOME, 'check', '--write', ...files], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`What was written does not pass lint:\n${stdout}${stderr}`)
}
