import { demonstrationId } from '../operation/demonstration.ts'
import { OLDEST_FIRST } from '../operation/list-query.ts'
import { plainResource } from '../operation/plain-resource.ts'
import { PRICE_LIST_SEARCH, PriceList } from './price-list.ts'
import { AdminPriceListChangeInput, MANY_PRICES, NewAdminPriceListInput } from './price-list-inputs.ts'

/** Without `prices`, of which a list may have any number; `fields` can request them. */
export const ADMIN_PRICE_LIST_DEFAULTS = [
  ...(['id', 'type', 'description', 'title', 'status', 'starts_at', 'ends_at', 'rules', 'metadata'] as const),
  ...(['created_at', 'updated_at', 'deleted_at'] as const),
] as const

const lists = plainResource({
  service: 'pricing',
  path: '/admin/price-lists',
  noun: ['price list', 'price lists'],
  keys: ['price_list', 'price_lists'],
  schema: PriceList,
  examples: { id: demonstrationId('plist', 1), deleted: demonstrationId('plist', 10) },
  defaults: ADMIN_PRICE_LIST_DEFAULTS,
})

/** The price lists of all sellers, and of the shop itself. */
export const listAdminPriceLists = lists.list('list-admin-price-lists', {
  sort: ['created_at', 'updated_at', 'title', 'status', 'starts_at', 'ends_at'],
  order: OLDEST_FIRST,
  filter: ['id', 'title', 'status', 'type', 'starts_at', 'ends_at', 'created_at', 'updated_at'],
  ...PRICE_LIST_SEARCH,
  deleted: 'hidden',
})
/** A list of the shop itself. Defaults: status draft, type sale, no dates, no rules. */
export const createAdminPriceList = {
  ...lists.create(
    'create-admin-price-list',
    NewAdminPriceListInput.meta({
      example: {
        title: 'Autumn sale',
        description: 'For regular customers',
        status: 'active',
        starts_at: '2026-09-01T00:00:00Z',
        ends_at: '2026-12-01T00:00:00Z',
        rules: { 'customer.groups.id': [demonstrationId('cusgroup', 1)] },
        prices: [{ variant_id: demonstrationId('variant', 1), currency_code: 'eur', amount: 18 }],
      },
    }),
  ),
  ...MANY_PRICES,
}
export const getAdminPriceList = lists.get('get-admin-price-list')
/** The next quote uses the changed list. */
export const updateAdminPriceList = lists.update(
  'update-admin-price-list',
  AdminPriceListChangeInput.meta({ example: { metadata: { campaign: 'summer' } } }),
)
/** Afterwards its prices no longer apply; they are removed after the answer. */
export const deleteAdminPriceList = lists.delete('delete-admin-price-list')

export const adminPriceListOperations = {
  listAdminPriceLists,
  createAdminPriceList,
  getAdminPriceList,
  updateAdminPriceList,
  deleteAdminPriceList,
}
