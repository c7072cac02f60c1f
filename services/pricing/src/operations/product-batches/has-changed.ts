import { type FatedCommand, isRefusal } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

/** Whether the request, of which this may be a repeat, has changed the product already. */
export async function hasChanged(id: string, command: FatedCommand, { products }: Pick<Deps, 'products'>): Promise<boolean> {
  const repeating = { ...command, onlyRepeat: true, if_match: undefined, fate: { ...command.fate } }
  try {
    await products.update(id, repeating, (product) => product)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    return false
  }
}
