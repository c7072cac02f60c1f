import { conflict } from '@souk/contracts'
import { newCommand } from '@souk/runtime'
import { expect, it } from 'vitest'
import type { WantedPrice } from '../domain/products/base-prices.ts'
import { replaceBasePrices } from './base-prices.ts'

it('replace-base-prices never ends with a refusal, as the product is already changed', async () => {
  const ops: string[] = []
  const contested = {
    listOfVariants: async () => [],
    put: async (_price: unknown, _known: unknown, { op }: { op: { text: string } }) => {
      ops.push(op.text)
      throw conflict('taken')
    },
  }
  const wanted = [{ id: undefined, price: { key: 'k', amount: 1, variant_id: 'variant_1' } }] as WantedPrice[]
  const command = newCommand(Date.now() + 1000)

  await expect(replaceBasePrices(contested as never, ['variant_1'], wanted, command)).rejects.toMatchObject({
    kind: 'outcome_unknown',
  })
  expect(new Set(ops).size).toBe(3)
})
