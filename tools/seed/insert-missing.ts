import {
  type AdminRefundReason,
  type ConfigurationRule,
  listAdminPriceLists,
  listApiKeys,
  listAttributes,
  listCampaigns,
  listCollections,
  listCustomerGroups,
  listCustomers,
  listGiftCards,
  listInventoryItems,
  listInvites,
  listMemberInvites,
  listNotifications,
  listOrders,
  listPricePreferences,
  listProductOptions,
  listProducts,
  listProductTags,
  listProductTypes,
  listPromotions,
  listRefundReasons,
  listRegions,
  listRequests,
  listReturnReasons,
  listSalesChannels,
  listSellers,
  listShippingOptions,
  listShippingOptionTypes,
  listShippingProfiles,
  listStockLocations,
  listTaxRates,
  listTaxRegions,
  listUsers,
  type Operation,
  type PricePreference,
  RESERVATION_SEARCH,
  type Region,
  type SalesChannel,
  type ShippingOptionType,
  type StoredCommissionRule,
  searchOf,
  type User,
} from '@souk/contracts'
import { type CsvExportRecord, DUPLICATE_KEY, type Searched, searchWords, toDocument } from '@souk/runtime'
import { type Db, MongoBulkWriteError, type WriteError } from 'mongodb'
import type { StoreCreditAccountRecord } from '../../services/cart/src/domain/accounts/store-credit-account.ts'
import type { CartRecord } from '../../services/cart/src/domain/carts/cart.ts'
import type { GiftCardRecord } from '../../services/cart/src/domain/gift-cards/gift-card.ts'
import type { CampaignRecord, PromotionRecord } from '../../services/cart/src/domain/promotions/promotion.ts'
import type { UseCount } from '../../services/cart/src/domain/promotions/use-count.ts'
import { exactly } from '../../services/cart/src/stores/exact-account.ts'
import type { CustomerGroupRecord, CustomerRecord } from '../../services/orders/src/domain/customers/customer-record.ts'
import type { OrderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import type { ReturnReasonRecord } from '../../services/orders/src/stores/return-reasons.ts'
import type { AttributeRecord } from '../../services/pricing/src/domain/attributes/attribute.ts'
import type { FulfillmentSetRecord } from '../../services/pricing/src/domain/fulfillment-sets/fulfillment-set.ts'
import { type InventoryItemRecord, withAllLevels } from '../../services/pricing/src/domain/inventory/inventory-item.ts'
import type { PriceListRecord } from '../../services/pricing/src/domain/price-lists/price-list.ts'
import type { PriceRecord } from '../../services/pricing/src/domain/prices/price.ts'
import type { CategoryTree } from '../../services/pricing/src/domain/product-categories/category-tree.ts'
import type {
  CollectionRecord,
  ProductOptionRecord,
  ProductRecord,
  ProductTagRecord,
  ProductTypeRecord,
} from '../../services/pricing/src/domain/products/product-record.ts'
import type { ShippingOptionRecord } from '../../services/pricing/src/domain/shipping-options/shipping-option-record.ts'
import type { ShippingProfileRecord } from '../../services/pricing/src/domain/shipping-profiles/shipping-profile.ts'
import type { StockLocationRecord } from '../../services/pricing/src/domain/stock-locations/stock-location.ts'
import type { TaxRateRecord, TaxRegionRecord } from '../../services/pricing/src/domain/tax/tax-records.ts'
import type { ProductImportRecord } from '../../services/pricing/src/stores/product-imports.ts'
import type { ReservationRecord } from '../../services/pricing/src/stores/reservations.ts'
import type { ApiKey, AuthIdentity } from '../../services/sellers/src/domain/identities/identity.ts'
import type { InviteRecord } from '../../services/sellers/src/domain/invites/invite.ts'
import type { MemberInviteRecord } from '../../services/sellers/src/domain/member-invites/member-invite.ts'
import type { RequestRecord } from '../../services/sellers/src/domain/requests/request.ts'
import type { ReviewRecord } from '../../services/sellers/src/domain/reviews/review.ts'
import type { SellerRecord } from '../../services/sellers/src/domain/sellers/seller.ts'
import type { NotificationRecord } from '../../services/sellers/src/stores/notifications.ts'

/** The records of each collection that can be inserted. */
interface RecordsOf {
  carts: CartRecord
  gift_cards: GiftCardRecord
  store_credit_accounts: StoreCreditAccountRecord
  promotions: PromotionRecord
  campaigns: CampaignRecord
  use_counts: UseCount
  customers: CustomerRecord
  customer_groups: CustomerGroupRecord
  commission_rules: StoredCommissionRule
  refund_reasons: AdminRefundReason
  return_reasons: ReturnReasonRecord
  orders: OrderRecord
  sales_channels: SalesChannel
  regions: Region
  tax_regions: TaxRegionRecord
  tax_rates: TaxRateRecord
  price_preferences: PricePreference
  configuration_rules: ConfigurationRule
  stock_locations: StockLocationRecord
  fulfillment_sets: FulfillmentSetRecord
  shipping_option_types: ShippingOptionType
  shipping_options: ShippingOptionRecord
  category_trees: CategoryTree
  product_attributes: AttributeRecord
  product_types: ProductTypeRecord
  product_tags: ProductTagRecord
  product_collections: CollectionRecord
  product_options: ProductOptionRecord
  product_imports: ProductImportRecord
  product_exports: CsvExportRecord
  inventory_item_exports: CsvExportRecord
  order_exports: CsvExportRecord
  shipping_profiles: ShippingProfileRecord
  products: ProductRecord
  inventory_items: InventoryItemRecord
  reservations: ReservationRecord
  price_lists: PriceListRecord
  prices: PriceRecord
  sellers: SellerRecord
  users: User
  auth_identities: AuthIdentity
  api_keys: ApiKey
  invites: InviteRecord
  member_invites: MemberInviteRecord
  requests: RequestRecord
  reviews: ReviewRecord
  notifications: NotificationRecord
}

/** Records by collection. */
export type Insertable = { [Name in keyof RecordsOf]?: readonly RecordsOf[Name][] }

const plain = <T extends { id: string }>({ id, ...rest }: T) => ({ _id: id, ...rest })
const withWords =
  (fields: Searched) =>
  <T extends { id: string }>(record: T) =>
    toDocument(record, { search_words: searchWords(record, fields) })
/** With the words by which the list finds it. */
const searched = (list: Pick<Operation, 'name' | 'query'>) => withWords(searchOf(list))

/** How each collection's records are stored: as aggregates are, if no list searches them and nothing else is special. */
const DOCUMENTS: { [Name in keyof RecordsOf]: (record: RecordsOf[Name]) => { _id: string } } = {
  carts: toDocument,
  gift_cards: (card) => searched(listGiftCards)(exactly(card)),
  store_credit_accounts: (account) => toDocument(exactly(account)),
  promotions: searched(listPromotions),
  campaigns: searched(listCampaigns),
  use_counts: toDocument,
  customers: searched(listCustomers),
  customer_groups: searched(listCustomerGroups),
  commission_rules: toDocument,
  refund_reasons: searched(listRefundReasons),
  return_reasons: searched(listReturnReasons),
  orders: searched(listOrders),
  sales_channels: searched(listSalesChannels),
  regions: searched(listRegions),
  tax_regions: searched(listTaxRegions),
  tax_rates: searched(listTaxRates),
  price_preferences: searched(listPricePreferences),
  configuration_rules: toDocument,
  stock_locations: searched(listStockLocations),
  fulfillment_sets: toDocument,
  shipping_option_types: searched(listShippingOptionTypes),
  shipping_options: searched(listShippingOptions),
  category_trees: toDocument,
  product_attributes: searched(listAttributes),
  product_types: searched(listProductTypes),
  product_tags: searched(listProductTags),
  product_collections: searched(listCollections),
  product_options: searched(listProductOptions),
  product_imports: toDocument,
  product_exports: toDocument,
  inventory_item_exports: toDocument,
  order_exports: toDocument,
  shipping_profiles: searched(listShippingProfiles),
  products: (product) => searched(listProducts)(withoutStock(product)),
  inventory_items: searched(listInventoryItems),
  reservations: withWords(RESERVATION_SEARCH),
  price_lists: searched(listAdminPriceLists),
  prices: toDocument,
  sellers: searched(listSellers),
  users: searched(listUsers),
  auth_identities: plain,
  api_keys: (key) => searched(listApiKeys)({ ...key, deleted_at: null }),
  invites: searched(listInvites),
  member_invites: searched(listMemberInvites),
  requests: searched(listRequests),
  reviews: toDocument,
  notifications: searched(listNotifications),
}

/** The inventory items of variants, which are kept apart. */
const inventoryItemsOf = (products: readonly ProductRecord[]): InventoryItemRecord[] =>
  products
    .flatMap(({ variants }) => variants.flatMap((variant) => variant.inventory_items))
    .flatMap(({ inventory }) => inventory ?? [])
    .map(({ location_levels, ...item }) =>
      withAllLevels(
        { ...item, unit_of_measure: null },
        location_levels.map(
          ({ id, location_id, stocked_quantity, incoming_quantity, reserved_quantity: quantity, ...level }) => ({
            id,
            location_id,
            stocked_quantity,
            incoming_quantity,
            metadata: level.metadata,
            created_at: level.created_at,
            updated_at: level.updated_at,
            held: quantity > 0 ? [{ reservation_id: id.replace('ilev', 'resitem'), quantity }] : [],
          }),
        ),
      ),
    )

const withoutStock = (product: ProductRecord) => ({
  ...product,
  variants: product.variants.map((variant) => ({
    ...variant,
    inventory_items: variant.inventory_items.map((link) => ({ ...link, inventory: null })),
  })),
})

/** The document that makes a record superfluous: usually that with its id. An identity's e-mail may have been registered anew. */
const present = (collection: string, _id: string, { actor_type, email }: { actor_type?: string; email?: string }) =>
  collection === 'auth_identities' ? { $or: [{ _id }, { actor_type, email }] } : { _id }

/**
 * Adds the records that a service's database lacks, by id, one collection after the other; existing ones stay as they are.
 * @param leftOut called for each record with a unique value that another record has by now; absent: that is an error
 */
export async function insertMissing(db: Db, records: Insertable, leftOut?: (text: string) => void): Promise<void> {
  const { products = [] } = records
  const inventory_items = [...inventoryItemsOf(products), ...(records.inventory_items ?? [])]
  for (const [name, all] of Object.entries({ ...records, inventory_items })) {
    const document = DOCUMENTS[name as keyof RecordsOf] as (record: { id: string }) => { _id: string }
    const upserts = all.map((record) => {
      const { _id, ...rest } = document(record)
      const filter = present(name, _id, rest)
      return { updateOne: { filter, update: { $setOnInsert: { _id, ...rest } }, upsert: true } }
    })
    if (upserts.length === 0) continue
    const collection = db.collection<{ _id: string }>(name)
    await collection.bulkWrite(upserts, { ordered: leftOut === undefined }).catch((error: unknown) => {
      const taken = leftOut && takenIn(error)
      if (!taken) throw error
      for (const { index, errmsg } of taken) leftOut(`${name} ${all[index]!.id}: ${errmsg?.match(/dup key: .*/)?.[0]}`)
    })
  }
}

/** The writes that failed because another record has a unique value; undefined if anything else failed. */
function takenIn(error: unknown): WriteError[] | undefined {
  if (!(error instanceof MongoBulkWriteError)) return
  const all = [error.writeErrors].flat() // empty for a lost connection, a refused user and the like
  const isTaken = all.length > 0 && all.every(({ code }) => code === DUPLICATE_KEY)
  return isTaken && !error.result.getWriteConcernError() ? all : undefined
}
