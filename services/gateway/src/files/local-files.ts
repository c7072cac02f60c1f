import { access, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FileProvider } from './file-provider.ts'

/**
 * Files in a folder of this machine, which this gateway serves itself: for development, since other gateways do not have them.
 */
export async function createLocalFiles(folder: string): Promise<FileProvider> {
  const root = resolve(folder)
  await mkdir(root, { recursive: true })
  const pathOf = (key: string) => join(root, key)
  return {
    async save(key, bytes) {
      const unfinished = pathOf(`.${key}`) // not a valid key, so that a half-written file is never served
      await writeFile(unfinished, bytes, { flag: 'wx', mode: 0o644 })
      await rename(unfinished, pathOf(key))
    },
    has: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    remove: (key) => rm(pathOf(key), { force: true }),
    urlOf: (key, origin) => `${origin}/static/${key}`,
    open: async (key) => (await open(pathOf(key)).catch(orAbsent))?.createReadStream(),
    read: (key) => readFile(pathOf(key)).catch(orAbsent),
  }
}

function orAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
