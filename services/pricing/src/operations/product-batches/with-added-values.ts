import type { DecisionContext } from '@souk/contracts'
import { derivedOpId, type FatedCommand, idsFrom, isRefusal, type NewId, newCommand, unlessGone } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changedOption } from '../../domain/product-options/product-option.ts'
import type { ProductOptionRecord } from '../../domain/products/product-record.ts'
import { changeAll } from './change-all.ts'
import { hasChanged } from './has-changed.ts'

type Stores = Pick<Deps, 'products' | 'productOptions'>

interface Adding {
  /** The product that is changed. */
  product_id: string
  command: FatedCommand
  deps: Stores
}

/** Values to add to an option. */
export interface AddedValues {
  id: string
  values: readonly string[]
}

/**
 * Adds values to options before a product refers to them. If the change of the product is refused, those that no product refers
 * to are removed again, and a repeat adds them again; those of a request that was applied earlier stay.
 * @param change changes the product, given the resulting options @throws its refusal
 */
export async function withAddedValues<T>(
  added: readonly AddedValues[],
  adding: Adding,
  change: (options: readonly ProductOptionRecord[]) => Promise<T>,
): Promise<T> {
  const { command, deps } = adding
  try {
    return await change(await addValues(added, adding))
  } catch (error) {
    if (isRefusal(error) && !command.onlyRepeat) await Promise.all(added.map((one) => takeAway(one, command, deps)))
    throw error
  }
}

/** The ids of values that a request adds to an option: they differ between options, and are the same in each attempt. */
const idsOf = (id: string, { op }: Pick<FatedCommand, 'op'>) => idsFrom(derivedOpId(op.at, op.text, id))

async function addValues(added: readonly AddedValues[], { product_id, command, deps }: Adding) {
  const before = { ...command, fate: { ...command.fate } } // whether the product is changed is still open
  const changed = await changeAll(
    added.map(({ id }) => id),
    { command: before, path: (at) => ['update', at] },
    async (id, own, at) => {
      const texts = added[at]!.values
      const add = (option: ProductOptionRecord, { now }: DecisionContext) => {
        const values = new Set([...option.values.map(({ value }) => value), ...texts])
        return changedOption(option, { values: [...values] }, { now, newId: unusedIds(option, idsOf(id, command)) })
      }
      const found = await deps.productOptions.update(id, own, add)
      const isWhole = texts.every((text) => found.record.values.some(({ value }) => value === text))
      // If the product is changed already, others have removed them since.
      if (isWhole || (await hasChanged(product_id, before, deps))) return found
      return deps.productOptions.update(id, newCommand(command.deadline), add)
    },
  )
  return changed.map(({ record }) => record)
}

/** Others may refer to one of the values that were added before the rest was removed again. */
const unusedIds = ({ values }: ProductOptionRecord, newId: NewId): NewId => {
  const unused: NewId = (prefix) => {
    const id = newId(prefix)
    return values.some((value) => value.id === id) ? unused(prefix) : id
  }
  return unused
}

async function takeAway({ id, values: texts }: AddedValues, command: FatedCommand, { products, productOptions }: Stores) {
  const newId = idsOf(id, command)
  const own = texts.map(() => newId('optval'))
  const named = await products.listNamedValues(id, own, command.deadline)
  const free = own.filter((value) => !named.includes(value))
  const change = productOptions.update(id, newCommand(command.deadline), (option, { now }) => {
    const values = option.values.filter((value) => !free.includes(value.id))
    return values.length === option.values.length ? option : { ...option, values, updated_at: now }
  })
  await change.catch(unlessGone)
}
