import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Editors write a file in several steps. */
const SETTLED_AFTER_MS = 30

/** Calls `onChange` with the files that changed below the folders, including new ones. */
export function watchSources(folders: readonly string[], onChange: (files: readonly string[]) => void) {
  const watchers = new Map<string, FSWatcher>()
  const changed = new Set<string>()
  let settled: NodeJS.Timeout | undefined

  function watchBelow(folder: string) {
    for (const one of [folder, ...foldersBelow(folder)]) if (!watchers.has(one)) watchers.set(one, watchFolder(one))
  }

  function watchFolder(folder: string) {
    const watcher = watch(folder, (_event, name) => {
      if (name === null) return
      changed.add(join(folder, name))
      clearTimeout(settled)
      settled = setTimeout(tell, SETTLED_AFTER_MS)
    })
    return watcher.on('error', () => {
      watcher.close()
      watchers.delete(folder)
    })
  }

  function tell() {
    const files = [...changed]
    changed.clear()
    for (const folder of folders) watchBelow(folder)
    onChange(files)
  }

  for (const folder of folders) watchBelow(folder)
}

function foldersBelow(folder: string) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
}
