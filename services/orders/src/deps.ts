import type { CsvExportStore, KeyedQueue } from '@souk/runtime'
import type { CommissionReferences } from './clients/commission-references.ts'
import type { DraftFactsClient } from './clients/draft-facts.ts'
import type { GiftCards } from './clients/gift-cards.ts'
import type { LogIns } from './clients/log-ins.ts'
import type { Promotions } from './clients/promotions.ts'
import type { SellersOfOrders } from './clients/sellers-of-orders.ts'
import type { ShippingOptions } from './clients/shipping-options.ts'
import type { Stock } from './clients/stock.ts'
import type { StoreCredit } from './clients/store-credit.ts'
import type { Variants } from './clients/variants.ts'
import type { CommissionRuleStore } from './stores/commission-rules.ts'
import type { CustomerGroupStore } from './stores/customer-groups.ts'
import type { CustomerStore } from './stores/customers.ts'
import type { LeftLogInStore } from './stores/left-log-ins.ts'
import type { OrderStore } from './stores/orders.ts'
import type { RefundReasonStore } from './stores/refund-reasons.ts'
import type { ReturnReasonStore } from './stores/return-reasons.ts'
import type { WishlistStore } from './stores/wishlists.ts'

/** The dependencies of this service's handlers. */
export interface Deps {
  orders: OrderStore
  /** The sets that orders form, whoever may see these orders. */
  orderSets: OrderStore['sets']
  orderExports: CsvExportStore
  customers: CustomerStore
  customerGroups: CustomerGroupStore
  leftLogIns: LeftLogInStore
  commissionRules: CommissionRuleStore
  refundReasons: RefundReasonStore
  returnReasons: ReturnReasonStore
  wishlists: WishlistStore
  /** Prices of shipping options, which belong to `pricing`. */
  shippingOptions: ShippingOptions
  /** Prices of variants, which belong to `pricing`. */
  variants: Variants
  /** Taxes, sales channels and owners of variants for drafts, which belong to `pricing`. */
  draftFacts: DraftFactsClient
  /** Promotions, which belong to `cart`. */
  promotions: Promotions
  /** Gift cards, which belong to `cart`. */
  giftCards: GiftCards
  /** Accounts of customers, which belong to `cart`. */
  storeCredit: StoreCredit
  /** Reservations for orders, which belong to `pricing`. */
  stock: Stock
  /** Log-ins of customers, which belong to `sellers`. */
  logIns: LogIns
  /** The names of what commission rules refer to, which belongs to `sellers` and `pricing`. */
  commissionReferences: CommissionReferences
  /** Sellers and reviews, which belong to `sellers`. */
  sellersOfOrders: SellersOfOrders
  /** Runs changes of one draft in turn, since concurrent ones would only make each other request its promotions again. */
  queue: KeyedQueue
}
