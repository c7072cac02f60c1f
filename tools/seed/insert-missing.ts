import {
  API_KEY_SEARCH,
  COLLECTION_SEARCH,
  CUSTOMER_GROUP_SEARCH,
  CUSTOMER_SEARCH,
  INVITE_SEARCH,
  listDeclarationOf,
  listOrders,
  listPriceLists,
  PRICE_PREFERENCE_SEARCH,
  PRODUCT_OPTION_SEARCH,
  PRODUCT_SEARCH,
  PRODUCT_SEARCH_WORDS,
  PRODUCT_TAG_SEARCH,
  PRODUCT_TYPE_SEARCH,
  type PricePreference,
  REGION_SEARCH,
  type Region,
  type SalesChannel,
  type ShippingProfile,
  TAX_RATE_SEARCH,
  TAX_REGION_SEARCH,
  USER_SEARCH,
  type User,
} from '@souk/contracts'
import { type Searched, searchWords, toDocument } from '@souk/runtime'
import { type Db, Decimal128 } from 'mongodb'
import type { CartRecord } from '../../services/cart/src/domain/carts/cart.ts'
import type { GiftCardRecord } from '../../services/cart/src/domain/gift-cards/gift-card.ts'
import type { CustomerGroupRecord, CustomerRecord } from '../../services/orders/src/domain/customers/customer-record.ts'
import type { OrderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
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
import type { ShippingOptionRecord } from '../../services/pricing/src/domain/quotes/shipping-option.ts'
import type { TaxRateRecord, TaxRegionRecord } from '../../services/pricing/src/domain/tax/tax-records.ts'
import type { ApiKey, AuthIdentity } from '../../services/sellers/src/domain/identities/identity.ts'
import type { InviteRecord } from '../../services/sellers/src/domain/invites/invite.ts'
import type { SellerRecord } from '../../services/sellers/src/domain/sellers/seller.ts'

/** The records of each collection that can be inserted; all that is not in `DOCUMENTS` is stored as aggregates are. */
interface RecordsOf {
  carts: CartRecord
  gift_cards: GiftCardRecord
  customers: CustomerRecord
  customer_groups: CustomerGroupRecord
  orders: OrderRecord
  sales_channels: SalesChannel
  regions: Region
  tax_regions: TaxRegionRecord
  tax_rates: TaxRateRecord
  price_preferences: PricePreference
  shipping_options: ShippingOptionRecord
  category_trees: CategoryTree
  product_types: ProductTypeRecord
  product_tags: ProductTagRecord
  product_collections: CollectionRecord
  product_options: ProductOptionRecord
  shipping_profiles: ShippingProfile
  products: ProductRecord
  price_lists: PriceListRecord
  prices: PriceRecord
  sellers: SellerRecord
  users: User
  auth_identities: AuthIdentity
  api_keys: ApiKey
  invites: InviteRecord
}

/** Records by collection. */
export type Insertable = { [Name in keyof RecordsOf]?: readonly RecordsOf[Name][] }

const plain = <T extends { id: string }>({ id, ...rest }: T) => ({ _id: id, ...rest })
const searched =
  (fields: Searched) =>
  <T extends { id: string }>(record: T) =>
    toDocument(record, { search_words: searchWords(record, fields) })

const DOCUMENTS: { [Name in keyof RecordsOf]?: (record: RecordsOf[Name]) => { _id: string } } = {
  gift_cards: ({ balance, ledger, ...card }) => ({
    ...toDocument(card),
    balance: Decimal128.fromString(balance),
    ledger: ledger.map((entry) => ({ ...entry, amount: Decimal128.fromString(entry.amount) })),
  }),
  customers: searched(CUSTOMER_SEARCH),
  customer_groups: searched(CUSTOMER_GROUP_SEARCH),
  orders: searched(listDeclarationOf(listOrders).q),
  price_lists: searched(listDeclarationOf(listPriceLists).q),
  users: searched(USER_SEARCH),
  invites: searched(INVITE_SEARCH),
  api_keys: (key) => searched(API_KEY_SEARCH)({ ...key, deleted_at: null }),
  product_types: searched({ inside: PRODUCT_TYPE_SEARCH }),
  product_tags: searched({ inside: PRODUCT_TAG_SEARCH }),
  product_collections: searched({ inside: COLLECTION_SEARCH }),
  product_options: searched({ inside: PRODUCT_OPTION_SEARCH }),
  shipping_profiles: searched({ inside: ['name'] }),
  products: searched({ inside: PRODUCT_SEARCH, words: PRODUCT_SEARCH_WORDS }),
  sales_channels: plain,
  regions: searched({ inside: REGION_SEARCH }),
  tax_regions: searched({ inside: TAX_REGION_SEARCH }),
  tax_rates: searched({ inside: TAX_RATE_SEARCH }),
  price_preferences: searched({ inside: PRICE_PREFERENCE_SEARCH }),
  shipping_options: plain,
  auth_identities: plain,
}

/** Adds the records that a service's database lacks, by id, one collection after the other; what is there stays as it is. */
export async function insertMissing(db: Db, records: Insertable): Promise<void> {
  for (const [name, all] of Object.entries(records)) {
    const document = (DOCUMENTS[name as keyof RecordsOf] ?? toDocument) as (record: { id: string }) => { _id: string }
    const upserts = all.map((record) => {
      const { _id, ...rest } = document(record)
      return { updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true } }
    })
    if (upserts.length > 0) await db.collection<{ _id: string }>(name).bulkWrite(upserts)
  }
}
