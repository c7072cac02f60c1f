import { invalidData, isRecord, MetadataInput, type ShippingOption } from '@souk/contracts'

type Data = NonNullable<ShippingOption['data']>

/**
 * An option's data for the provider after a change: its fields replace those of the same name; nested objects are merged
 * likewise.
 * @throws invalid_data if it is larger than free-form objects may be
 */
export function mergedData(present: ShippingOption['data'], change: Data): Data {
  const { data, error } = MetadataInput.safeParse(merged(present ?? {}, change))
  if (error) throw invalidData(`Invalid request: Field 'data': ${error.issues[0]!.message}`)
  return data
}

const merged = (present: Data, change: Data): Data => ({
  ...present,
  ...Object.fromEntries(
    Object.entries(change).map(([name, value]) => {
      const before = present[name]
      return [name, isRecord(before) && isRecord(value) ? merged(before, value) : value]
    }),
  ),
})
