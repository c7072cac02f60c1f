import { invalidData } from '@souk/contracts'
import type { ProductOptionRecord, ProductRecord } from './product-record.ts'

type Variants = ProductRecord['variants']

/** The variants without the values of these options; the very same variant if it has none of them. */
export function withoutOptions(
  variants: Variants,
  optionIds: readonly string[],
  options: ReadonlyMap<string, ProductOptionRecord>,
): Variants {
  const going = new Set(optionIds.flatMap((id) => (options.get(id)?.values ?? []).map((value) => value.id)))
  return variants.map((variant) =>
    variant.option_value_ids.some((id) => going.has(id))
      ? { ...variant, option_value_ids: variant.option_value_ids.filter((id) => !going.has(id)) }
      : variant,
  )
}

/** No variant may have a value of one of the product's options with these ids. @throws invalid_data */
export function assertOptionsUnused(
  { options: links, variants }: ProductRecord,
  ids: readonly string[],
  options: ReadonlyMap<string, ProductOptionRecord>,
) {
  const going = links.filter(({ id }) => ids.includes(id)).flatMap(({ id }) => options.get(id)?.values ?? [])
  const isUsed = variants.some(
    ({ option_value_ids, deleted_at }) => deleted_at === null && going.some(({ id }) => option_value_ids.includes(id)),
  )
  if (isUsed) throw invalidData('Cannot unassign product option from product which has variants for that option')
}

/** No two variants may end up with the same values, or none, because an option was removed. @throws invalid_data */
export function assertToldApart(before: Variants, after: Variants) {
  const byValues = new Map<string, { titles: string[]; isChanged: boolean }>()
  for (const [at, variant] of after.entries()) {
    if (variant.deleted_at !== null) continue
    const values = variant.option_value_ids.toSorted().join()
    const { titles, isChanged } = byValues.get(values) ?? { titles: [], isChanged: false }
    byValues.set(values, { titles: [...titles, variant.title], isChanged: isChanged || variant !== before[at] })
  }
  const alike = [...byValues.values()].filter(({ titles, isChanged }) => isChanged && titles.length > 1)
  if (alike.length === 0) return
  const text = 'the following variant(s) would end up with the same option combination'
  const titles = alike.flatMap((one) => one.titles).join(', ')
  throw invalidData(`Cannot unassign product option from product because ${text}: ${titles}`)
}
