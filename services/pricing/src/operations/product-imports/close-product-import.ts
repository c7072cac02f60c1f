import { closeProductImport as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const closeProductImport = implement(contract, async ({ body, command, deadline }, { productImports }: Deps) => {
  const [{ waiting }, to_update] = await Promise.all([
    productImports.countItems(body.import_id, deadline),
    productImports.countChanges(body.import_id, deadline),
  ])
  const to_create = waiting - to_update
  const own = { ...command, if_match: undefined }
  await productImports.update(body.import_id, own, (present) =>
    present.status === 'reading' ? { ...present, status: 'waiting', to_create, to_update } : present,
  )
  return { to_create, to_update }
})
