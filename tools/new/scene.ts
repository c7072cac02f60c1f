import { camel } from './names.ts'
import type { NewOperation } from './options.ts'
import { enter, type Tree } from './tree.ts'

const SCENES = 'test/system/scenes'

/** The operation's row for the suites that try all operations. @returns the file */
export function addScene(tree: Tree, { name, resource, method, path }: NewOperation): string {
  const file = `${SCENES}/${resource}.ts`
  if (!tree.has(file)) startResource(tree, file, resource)
  const named = /\bids: (\w+)/.exec(tree.read(file))?.[1]
  const ofOthers = path.startsWith('/vendor') ? ", foreign: () => 'the id of another seller’s', deleted: async () => []" : ''
  const parts = [
    ...(path.includes(':id') ? [`ids: ${named ?? `{ own: () => 'the id of a record'${ofOthers} }`}`] : []),
    ...(method === 'POST' ? ['body: {}'] : []),
  ]
  tree.replace(file, /operations: \{/, (head) => `${head} '${name}': { ${parts.join(', ')} },`)
  return file
}

function startResource(tree: Tree, file: string, resource: string) {
  tree.put(file, `import type { Resource } from './scene.ts'\n\nexport const ${camel(resource)}: Resource = { operations: {} }\n`)
  enterScenes(tree, file, camel(resource))
}

/** Adds the rows that the file exports to those of all operations. */
export const enterScenes = (tree: Tree, file: string, rows: string) =>
  enter(tree, `${SCENES}/scenes.ts`, 'readonly Resource[] = [', rows, file)
