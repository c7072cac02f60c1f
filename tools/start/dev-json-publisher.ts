import { type DevJson, removeDevJson, writeDevJson } from './dev-json.ts'

/** Writes dev.json in the order of the calls, and never again once it was removed. */
export function createDevJsonPublisher(home: string) {
  let last: Promise<void> = Promise.resolve()
  let removed = false
  const enqueue = (work: () => Promise<void>) => {
    last = last.then(work, work)
    return last
  }
  return {
    publish: (dev: DevJson) => enqueue(async () => (removed ? undefined : writeDevJson(home, dev))),
    remove() {
      removed = true
      return enqueue(() => removeDevJson(home))
    },
  }
}
