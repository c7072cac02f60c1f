import { findCheckoutFacts, findSalesChannels, invalidData, notFound, quoteTaxes, type SalesChannel } from '@souk/contracts'
import type { Bus, Envelope } from '@souk/runtime'
import type { TaxQuestion, TaxRates } from '../domain/draft-orders/draft-taxes.ts'

/** The records of `pricing` that draft orders need. */
export const createDraftFacts = (bus: Pick<Bus, 'call'>) => ({
  /** The tax rates of lines and shipping methods. @throws unavailable */
  async taxes(question: TaxQuestion, envelope: Envelope): Promise<TaxRates> {
    return question.lines.length === 0 ? [] : (await bus.call(quoteTaxes, { body: question }, envelope)).lines
  },

  /**
   * The sales channel; undefined: the store's default; null: none.
   * @throws not_found if it is unknown, invalid_data if it is disabled; unavailable
   */
  async salesChannel(id: string | null | undefined, envelope: Envelope): Promise<SalesChannel | null> {
    if (id === null) return null
    const body = id === undefined ? { ids: [], with_default: true } : { ids: [id] }
    const { sales_channels, default_id } = await bus.call(findSalesChannels, { body }, envelope)
    const channel = sales_channels.find((one) => one.id === (id ?? default_id))
    if (!channel && id !== undefined) throw notFound(`SalesChannel with id: ${id} was not found`)
    if (channel?.is_disabled) throw invalidData(`Unable to assign cart to disabled Sales Channel: ${channel.name}`)
    return channel ?? null
  },

  /** The owners of variants; those that no longer exist are left out. @throws unavailable */
  async owners(variant_ids: readonly string[], envelope: Envelope): Promise<{ id: string; seller_id: string | null }[]> {
    if (variant_ids.length === 0) return []
    const body = { sales_channel_id: null, variant_ids: [...variant_ids], shipping_option_ids: [] }
    return (await bus.call(findCheckoutFacts, { body }, envelope)).variants
  },
})

export type DraftFactsClient = ReturnType<typeof createDraftFacts>
