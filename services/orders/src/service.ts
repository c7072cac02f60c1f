import { createKeyedQueue, ensureIndexes, type Service, workOnFiles } from '@souk/runtime'
import { deliverLeftCredit } from './background/deliver-left-credit.ts'
import { orderExportWork } from './background/order-export-work.ts'
import { removeLeftLogIns } from './background/remove-left-log-ins.ts'
import { createCommissionReferences } from './clients/commission-references.ts'
import { createDraftFacts } from './clients/draft-facts.ts'
import { createGiftCards } from './clients/gift-cards.ts'
import { createLogIns } from './clients/log-ins.ts'
import { createPromotions } from './clients/promotions.ts'
import { createSellersOfOrders } from './clients/sellers-of-orders.ts'
import { createShippingOptions } from './clients/shipping-options.ts'
import { createStock } from './clients/stock.ts'
import { createStoreCredit } from './clients/store-credit.ts'
import { createVariants } from './clients/variants.ts'
import { OrdersConfig } from './config.ts'
import type { Deps } from './deps.ts'
import { adminOrderSetHandlers } from './operations/admin-order-sets/handlers.ts'
import { claimItemHandlers } from './operations/claim-items/handlers.ts'
import { claimRequestHandlers } from './operations/claim-requests/handlers.ts'
import { claimShippingMethodHandlers } from './operations/claim-shipping-methods/handlers.ts'
import { commissionLineHandlers } from './operations/commission-lines/handlers.ts'
import { commissionRuleHandlers } from './operations/commission-rules/handlers.ts'
import { customerGroupHandlers } from './operations/customer-groups/handlers.ts'
import { customerHandlers } from './operations/customers/handlers.ts'
import { draftOrderEditHandlers } from './operations/draft-order-edits/handlers.ts'
import { draftOrderHandlers } from './operations/draft-orders/handlers.ts'
import { exchangeItemHandlers } from './operations/exchange-items/handlers.ts'
import { exchangeRequestHandlers } from './operations/exchange-requests/handlers.ts'
import { exchangeShippingMethodHandlers } from './operations/exchange-shipping-methods/handlers.ts'
import { fulfillmentHandlers } from './operations/fulfillments/handlers.ts'
import { orderChangeHandlers } from './operations/order-changes/handlers.ts'
import { orderClaimHandlers } from './operations/order-claims/handlers.ts'
import { orderEditItemHandlers } from './operations/order-edit-items/handlers.ts'
import { orderEditHandlers } from './operations/order-edits/handlers.ts'
import { orderExchangeHandlers } from './operations/order-exchanges/handlers.ts'
import { orderExportHandlers } from './operations/order-exports/handlers.ts'
import { orderFulfillmentHandlers } from './operations/order-fulfillments/handlers.ts'
import { orderPaymentCollectionHandlers } from './operations/order-payment-collections/handlers.ts'
import { orderPaymentSessionHandlers } from './operations/order-payment-sessions/handlers.ts'
import { orderRecordHandlers } from './operations/order-records/handlers.ts'
import { orderReturnRequestHandlers } from './operations/order-return-requests/handlers.ts'
import { orderReturnHandlers } from './operations/order-returns/handlers.ts'
import { orderSetHandlers } from './operations/order-sets/handlers.ts'
import { orderShipmentHandlers } from './operations/order-shipments/handlers.ts'
import { orderTransferHandlers } from './operations/order-transfers/handlers.ts'
import { orderUpdateHandlers } from './operations/order-updates/handlers.ts'
import { orderHandlers, orderLookupHandlers } from './operations/orders/handlers.ts'
import { ownCustomerHandlers } from './operations/own-customer/handlers.ts'
import { ownOrderReturnRequestHandlers } from './operations/own-order-return-requests/handlers.ts'
import { ownReturnHandlers } from './operations/own-returns/handlers.ts'
import { paymentHandlers } from './operations/payments/handlers.ts'
import { orderPlacingHandlers } from './operations/place-orders/handlers.ts'
import { refundReasonHandlers } from './operations/refund-reasons/handlers.ts'
import { returnListHandlers } from './operations/return-lists/handlers.ts'
import { returnReasonHandlers } from './operations/return-reasons/handlers.ts'
import { returnReceiptHandlers } from './operations/return-receipts/handlers.ts'
import { returnRequestHandlers } from './operations/return-requests/handlers.ts'
import { soldGiftCardHandlers } from './operations/sold-gift-cards/handlers.ts'
import { storeOrderHandlers } from './operations/store-orders/handlers.ts'
import { storeReturnHandlers } from './operations/store-returns/handlers.ts'
import { vendorCustomerGroupHandlers } from './operations/vendor-customer-groups/handlers.ts'
import { vendorCustomerHandlers } from './operations/vendor-customers/handlers.ts'
import { vendorOrderReturnRequestHandlers } from './operations/vendor-order-return-requests/handlers.ts'
import { vendorOrderHandlers } from './operations/vendor-orders/handlers.ts'
import { vendorReturnHandlers } from './operations/vendor-returns/handlers.ts'
import { vendorStatisticsHandlers } from './operations/vendor-statistics/handlers.ts'
import { wishLookupHandlers, wishlistHandlers } from './operations/wishlists/handlers.ts'
import { createCommissionRuleStore } from './stores/commission-rules.ts'
import { createCustomerGroupStore } from './stores/customer-groups.ts'
import { createCustomerStore } from './stores/customers.ts'
import { createLeftLogInStore } from './stores/left-log-ins.ts'
import { createOrderExportStore } from './stores/order-exports.ts'
import { createOrderStore } from './stores/orders.ts'
import { createRefundReasonStore } from './stores/refund-reasons.ts'
import { createReturnReasonStore } from './stores/return-reasons.ts'
import { createWishlistStore } from './stores/wishlists.ts'

/** Orders with their changes, customers and their groups. */
export const ordersService: Service<Deps, typeof OrdersConfig> = {
  name: 'orders',
  version: '0.1.0',
  config: OrdersConfig,
  handlers: [
    ...adminOrderSetHandlers,
    ...claimItemHandlers,
    ...claimRequestHandlers,
    ...claimShippingMethodHandlers,
    ...commissionLineHandlers,
    ...commissionRuleHandlers,
    ...customerGroupHandlers,
    ...customerHandlers,
    ...draftOrderEditHandlers,
    ...draftOrderHandlers,
    ...exchangeItemHandlers,
    ...exchangeRequestHandlers,
    ...exchangeShippingMethodHandlers,
    ...fulfillmentHandlers,
    ...orderChangeHandlers,
    ...orderClaimHandlers,
    ...orderEditHandlers,
    ...orderEditItemHandlers,
    ...orderExchangeHandlers,
    ...orderExportHandlers,
    ...orderFulfillmentHandlers,
    ...orderHandlers,
    ...orderLookupHandlers,
    ...orderPaymentCollectionHandlers,
    ...orderPaymentSessionHandlers,
    ...orderPlacingHandlers,
    ...orderRecordHandlers,
    ...orderReturnHandlers,
    ...orderReturnRequestHandlers,
    ...orderSetHandlers,
    ...orderShipmentHandlers,
    ...orderTransferHandlers,
    ...orderUpdateHandlers,
    ...ownCustomerHandlers,
    ...ownOrderReturnRequestHandlers,
    ...ownReturnHandlers,
    ...paymentHandlers,
    ...refundReasonHandlers,
    ...returnListHandlers,
    ...returnReasonHandlers,
    ...returnReceiptHandlers,
    ...returnRequestHandlers,
    ...soldGiftCardHandlers,
    ...storeOrderHandlers,
    ...storeReturnHandlers,
    ...vendorCustomerGroupHandlers,
    ...vendorCustomerHandlers,
    ...vendorOrderHandlers,
    ...vendorOrderReturnRequestHandlers,
    ...vendorReturnHandlers,
    ...vendorStatisticsHandlers,
    ...wishLookupHandlers,
    ...wishlistHandlers,
  ],

  async prepare({ db, bus, outbox }) {
    const customerGroups = createCustomerGroupStore(db, outbox)
    const stores = {
      orders: createOrderStore(db, outbox),
      orderExports: createOrderExportStore(db, outbox),
      customers: createCustomerStore(db, customerGroups, outbox),
      customerGroups,
      leftLogIns: createLeftLogInStore(db),
      commissionRules: createCommissionRuleStore(db, outbox),
      refundReasons: createRefundReasonStore(db, outbox),
      returnReasons: createReturnReasonStore(db, outbox),
      wishlists: createWishlistStore(db, outbox),
    }
    await ensureIndexes(stores)
    await stores.refundReasons.ensureFirst()
    const sellersOfOrders = createSellersOfOrders(bus)
    return {
      ...stores,
      orderSets: stores.orders.sets,
      shippingOptions: createShippingOptions(bus),
      variants: createVariants(bus),
      draftFacts: createDraftFacts(bus),
      promotions: createPromotions(bus),
      giftCards: createGiftCards(bus),
      stock: createStock(bus),
      storeCredit: createStoreCredit(bus),
      logIns: createLogIns(bus),
      commissionReferences: createCommissionReferences(bus, sellersOfOrders),
      sellersOfOrders,
      queue: createKeyedQueue(),
    }
  },

  background: (deps, { logger, metrics }) => [
    deliverLeftCredit({ ...deps, logger }),
    removeLeftLogIns({ ...deps, logger }),
    workOnFiles({ kinds: [orderExportWork(deps)], metrics, logger }),
  ],
}
