import { isDeepStrictEqual } from 'node:util'
import type { QuotedPromotions } from '@souk/contracts'
import { LookupNeeded, type RequestContext } from '@souk/runtime'
import type { PromotionQuestion } from '../domain/promotions/promotion-question.ts'
import { quoteOrderPromotions } from './quote-order-promotions.ts'

/** The facts for a decision about an order's change: from its own look-up, and about promotions. */
export interface KnownWithPromotions<Own> {
  own?: Own | undefined
  promotions?: { question: PromotionQuestion; quoted: QuotedPromotions }
}

export type NeedWithPromotions<Need> = { own: Need } | { question: PromotionQuestion }

/** The quoted promotions, if the question is the same as last time; otherwise the look-up that is needed. */
export const quotedFor = (question: PromotionQuestion, { promotions }: Pick<KnownWithPromotions<never>, 'promotions'>) =>
  promotions && isDeepStrictEqual(promotions.question, question) ? promotions.quoted : new LookupNeeded({ question })

/** The look-up for such a decision. @param own its own look-up @throws as `own` and `quoteOrderPromotions` */
export const promotionLookup =
  <Own, Need>(
    deps: Parameters<typeof quoteOrderPromotions>[1],
    request: Pick<RequestContext, 'deadline' | 'passOn'>,
    own?: (need: Need) => Promise<Own | undefined>,
  ) =>
  async (need: NeedWithPromotions<Need>, known: KnownWithPromotions<Own>): Promise<KnownWithPromotions<Own>> => {
    if ('own' in need) return { ...known, own: await own?.(need.own) }
    const { question } = need
    return { ...known, promotions: { question, quoted: await quoteOrderPromotions(question, deps, request) } }
  }
