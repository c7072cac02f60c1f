import type { QuotedPromotions } from '@souk/contracts'
import { LookupNeeded } from '@souk/runtime'
import { expect, it } from 'vitest'
import type { PromotionQuestion } from '../domain/promotions/promotion-question.ts'
import { quotedFor } from './promotion-lookup.ts'

const asking = (...codes: string[]) => ({ codes, items: [] }) as unknown as PromotionQuestion
const quoted: QuotedPromotions = { promotions: [], adjustments: [] }

it('quotedFor returns the known quote for exactly the same question', () => {
  expect(quotedFor(asking('A'), { promotions: { question: asking('A'), quoted } })).toBe(quoted)
})

it.each([
  ['nothing was looked up', {}],
  ['something else was looked up', { promotions: { question: asking('A', 'B'), quoted } }],
])('quotedFor needs a lookup when %s', (_, known) => {
  const answer = quotedFor(asking('A'), known)
  expect(answer).toBeInstanceOf(LookupNeeded)
  expect((answer as LookupNeeded<unknown>).need).toEqual({ question: asking('A') })
})
