import { capital } from '../names.ts'
import { enterScenes } from '../scene.ts'
import type { Tree } from '../tree.ts'
import type { NewRecord } from './record-options.ts'

/** The rows of the record's operations for the suites that try all operations. */
export function addScenes(tree: Tree, { one, many, manyInCode, key, noun, path }: NewRecord) {
  const file = `test/system/scenes/${many}.ts`
  tree.put(
    file,
    `import type { System } from '../system.ts'
import { aName, made } from './made.ts'
import type { Ids, Resource } from './scene.ts'

const body = () => ({ name: aName('${capital(noun)}') })
const ids: Ids = { own: async (system: System) => (await made(system, '${path}', body(), '${key}')).id }

export const ${manyInCode}: Resource = {
  operations: {
    'list-${many}': {},
    'create-${one}': { body },
    'get-${one}': { ids },
    'update-${one}': { ids, body },
    'delete-${one}': { ids: { ...ids, answered: 'as deleted' } },
  },
}
`,
  )
  enterScenes(tree, file, manyInCode)
}
