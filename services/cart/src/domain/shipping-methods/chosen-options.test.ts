import type { QuotedShipping } from '@souk/contracts'
import { expect, it } from 'vitest'
import { aPayableCart } from '../../../test/builders.ts'
import { chosenOptions, optionOf } from './chosen-options.ts'

const { shipping_methods } = aPayableCart()
const quoted = (id: string, shipping_option_type_id: string | null) =>
  ({ id, name: 'Post', shipping_profile_id: 'sp_1', shipping_option_type_id }) as QuotedShipping
const id = shipping_methods[0]!.shipping_option_id!
const known = { id, shipping_profile_id: 'sp_1', shipping_option_type_id: 'sotype_1' }
const twice = [
  ...shipping_methods,
  { ...shipping_methods[0]!, id: 'casm_2' },
  { ...shipping_methods[0]!, shipping_option_id: null },
]

it('chosen options are those of the shipping methods, each once', () => {
  expect(chosenOptions({ shipping_methods: twice }, [quoted('so_other', null), quoted(id, 'sotype_1')])).toEqual({
    chosen_options: [known],
  })
})

it('chosen options stay until they are quoted again, and are the same list when nothing changes', () => {
  const before = [known, { ...known, id: 'so_gone' }]

  expect(chosenOptions({ shipping_methods, chosen_options: before }, [])).toEqual({ chosen_options: [known] })
  const same = [known]
  expect(chosenOptions({ shipping_methods, chosen_options: same }, [quoted(id, 'sotype_1')]).chosen_options).toBe(same)
  expect(chosenOptions({ shipping_methods, chosen_options: same }, [quoted(id, 'sotype_2')]).chosen_options).toEqual([
    { ...known, shipping_option_type_id: 'sotype_2' },
  ])
})

it('carts without shipping methods keep no chosen options', () => {
  expect(chosenOptions({ shipping_methods: [] }, [quoted(id, null)])).toEqual({})
  expect(chosenOptions({ shipping_methods: [], chosen_options: [known] }, [])).toEqual({ chosen_options: [] })
})

it('chosen options are found by id', () => {
  expect(optionOf({ chosen_options: [known] }, id)).toBe(known)
  expect(optionOf({ chosen_options: [known] }, null)).toBeNull()
  expect(optionOf({}, id)).toBeNull()
})
