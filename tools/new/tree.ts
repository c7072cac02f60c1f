import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A checkout that is being changed: reads and changes stay in memory until it is saved. */
export function createTree(root: string) {
  const changed = new Map<string, string>()

  const has = (file: string) => changed.has(file) || existsSync(join(root, file))
  const read = (file: string) => changed.get(file) ?? readFileSync(join(root, file), 'utf8')
  const filesBelow = (folder: string): string[] =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
          .map((file) => join(folder, file))
          .toSorted()
      : []

  return {
    has,
    read,
    filesBelow,
    put: (file: string, text: string) => void changed.set(file, text),
    /** @throws Error where the file has nothing that matches */
    replace(file: string, pattern: RegExp, by: (...found: string[]) => string) {
      const text = read(file)
      if (!pattern.test(text)) throw new Error(`${file} has nothing like ${pattern}: add what is new there by hand`)
      changed.set(file, text.replace(pattern, by))
    },
    /** The file of this name, wherever below the folder it lies. */
    find: (folder: string, name: string) => filesBelow(folder).find((file) => file.endsWith(`/${name}`)),
    /** The file that exports this. */
    declaring: (folder: string, name: string) =>
      filesBelow(folder).find((file) => new RegExp(`export (?:const|async function|function) ${name}\\b`).test(read(file))),
    /** Writes the changed files. @returns them */
    save() {
      for (const [file, text] of changed) {
        mkdirSync(dirname(join(root, file)), { recursive: true })
        writeFileSync(join(root, file), text)
      }
      return [...changed.keys()].toSorted()
    },
  }
}

export type Tree = ReturnType<typeof createTree>

/** How one file names another in an import. */
export function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** The text with this import; formatting puts it where it belongs. */
export function withImport(text: string, name: string, from: string): string {
  const found = new RegExp(`import \\{([^}]*)\\} from '${from.replaceAll('.', '\\.')}'`).exec(text)
  if (!found) return `import { ${name} } from '${from}'\n${text}`
  const names = found[1]!.split(',').map((one) => one.trim())
  if (names.includes(name)) return text
  return text.replace(found[0], () => `import { ${[...names.filter((one) => one !== ''), name].join(', ')} } from '${from}'`)
}

/**
 * Adds an entry to the array that begins so, with the import of the export it names; in order, if the others are.
 * @throws Error where the file has no such array
 */
export function enter(tree: Tree, file: string, array: string, entry: string, from: string) {
  const pattern = new RegExp(`(${array.replaceAll(/[[\]]/g, '\\$&')})([^\\]]*)\\]`)
  tree.replace(file, pattern, (_whole, head, entries) => {
    const known = entries.split(',').flatMap((one) => one.trim() || [])
    const isInOrder = known.every((one, n) => n === 0 || known[n - 1]! < one)
    const all = [...known, entry]
    return `${head}${(isInOrder ? all.toSorted() : all).join(', ')}]`
  })
  tree.put(file, withImport(tree.read(file), /(\w+)\)?$/.exec(entry)![1]!, importPath(file, from)))
}
