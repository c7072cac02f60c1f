import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Atomically replaces a file, so that readers see either the old or the new content; `mode` applies from the first byte. */
export async function writeFileAtomically(file: string, content: string, mode: number) {
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(unfinished, content, { mode })
  await rename(unfinished, file)
}
