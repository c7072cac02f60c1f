import { derivedOpId, type FatedCommand, idsFrom, isRefusal, newCommand, unlessGone } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { changedOption } from '../../domain/product-options/product-option.ts'
import type { ProductOptionRecord } from '../../domain/products/product-record.ts'
import { changeAll } from './change-all.ts'

type Stores = Pick<Deps, 'products' | 'productOptions'>

/** Values to add to an option. */
export interface AddedValues {
  id: string
  values: readonly string[]
}

/**
 * Adds values to options before a product refers to them. If the change of the product is refused, those that no product refers
 * to are removed again; those of a request that was applied earlier stay.
 * @param change changes the product, given the resulting options @throws its refusal
 */
export async function withAddedValues<T>(
  added: readonly AddedValues[],
  { command, deps }: { command: FatedCommand; deps: Stores },
  change: (options: readonly ProductOptionRecord[]) => Promise<T>,
): Promise<T> {
  try {
    return await change(await addValues(added, command, deps))
  } catch (error) {
    if (isRefusal(error) && !command.only_repeat) await Promise.all(added.map((one) => takeAway(one, command, deps)))
    throw error
  }
}

/** The ids of values that a request adds to an option: they differ between options, and are the same in each attempt. */
const idsOf = (id: string, { op }: Pick<FatedCommand, 'op'>) => idsFrom(derivedOpId(op.at, op.text, id))

async function addValues(added: readonly AddedValues[], command: FatedCommand, { productOptions }: Stores) {
  const before = { ...command, fate: { ...command.fate } } // whether the product is changed is still open
  const changed = await changeAll(
    added.map(({ id }) => id),
    { command: before, path: (at) => ['update', at] },
    (id, own, at) =>
      productOptions.update(id, own, (option, { now }) => {
        const values = new Set([...option.values.map(({ value }) => value), ...added[at]!.values])
        return changedOption(option, { values: [...values] }, { now, newId: idsOf(id, command) })
      }),
  )
  return changed.map(({ record }) => record)
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
