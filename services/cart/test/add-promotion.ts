import type { Db } from 'mongodb'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { aPromotion } from './promotion-builders.ts'

/** One euro off the order. */
export const FIXED = { type: 'fixed', target_type: 'order', allocation: null, value: 1, currency_code: 'eur' } as const

/** Keeps a promotion with these parts, one euro off the order where the second ones say nothing else. @returns its id */
export async function addPromotion({ db }: { db: Db }, ...[parts, method]: Parameters<typeof aPromotion>): Promise<string> {
  const promotion = aPromotion(parts, { ...FIXED, ...method })
  await insertMissing(db, { promotions: [promotion] })
  return promotion.id
}
