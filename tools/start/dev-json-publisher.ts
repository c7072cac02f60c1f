import { type DevJson, removeDevJson, writeDevJson } from './dev-json.ts'
import { removeRequestsHttp, writeRequestsHttp } from './requests-http.ts'
import { removeTryFiles, writeTryFiles } from './try-files.ts'

/**
 * Writes dev.json in the order of the calls, and never again once it was removed. The example requests are written before it, and
 * removed with it.
 */
export function createDevJsonPublisher(home: string) {
  let last: Promise<void> = Promise.resolve()
  let state: 'new' | 'written' | 'removed' = 'new'
  const enqueue = (work: () => Promise<void>) => {
    last = last.then(work, work)
    return last
  }

  async function write(dev: DevJson) {
    if (state === 'removed') return
    if (state === 'new') await Promise.all([writeRequestsHttp(home, dev), writeTryFiles(home, dev)])
    if (state === 'new') state = 'written'
    await writeDevJson(home, dev)
  }

  return {
    publish: (dev: DevJson) => enqueue(() => write(dev)),
    remove() {
      state = 'removed'
      return enqueue(() => removeInstanceFiles(home))
    },
  }
}

/** Removes all files that indicate a running instance. */
export async function removeInstanceFiles(home: string) {
  await removeDevJson(home)
  await Promise.all([removeRequestsHttp(home), removeTryFiles(home)])
}
