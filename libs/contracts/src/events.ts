import { campaignEvents } from './cart/campaigns.ts'
import { cartEvents } from './cart/carts.ts'
import { giftCardEvents } from './cart/gift-cards.ts'
import { promotionEvents } from './cart/promotions.ts'
import { storeCreditAccountEvents } from './cart/store-credit-accounts.ts'
import type { Event } from './operation/event.ts'
import { claimRequestEvents } from './orders/claim-requests.ts'
import { commissionRuleEvents } from './orders/commission-rules.ts'
import { customerGroupEvents } from './orders/customer-groups.ts'
import { customerEvents } from './orders/customers.ts'
import { draftOrderEvents } from './orders/draft-orders.ts'
import { exchangeRequestEvents } from './orders/exchange-requests.ts'
import { orderChangeEvents } from './orders/order-changes.ts'
import { orderClaimEvents } from './orders/order-claims.ts'
import { orderEditEvents } from './orders/order-edits.ts'
import { orderExchangeEvents } from './orders/order-exchanges.ts'
import { orderExportFinished } from './orders/order-exports.ts'
import { orderFulfillmentEvents } from './orders/order-fulfillments.ts'
import { orderPaymentCollectionEvents } from './orders/order-payment-collections.ts'
import { orderReturnRequestEvents } from './orders/order-return-requests.ts'
import { orderReturnEvents } from './orders/order-returns.ts'
import { orderShipmentEvents } from './orders/order-shipments.ts'
import { orderTransferEvents } from './orders/order-transfers.ts'
import { orderUpdateEvents } from './orders/order-updates.ts'
import { paymentEvents } from './orders/payments.ts'
import { orderPlacingEvents } from './orders/place-orders.ts'
import { refundReasonEvents } from './orders/refund-reasons.ts'
import { returnReasonEvents } from './orders/return-reasons.ts'
import { returnReceiptEvents } from './orders/return-receipts.ts'
import { returnRequestEvents } from './orders/return-requests.ts'
import { wishlistEvents } from './orders/wishlists.ts'
import { attributeEvents } from './pricing/attributes.ts'
import { collectionEvents } from './pricing/collections.ts'
import { configurationRuleEvents } from './pricing/configuration-rules.ts'
import { fulfillmentSetEvents } from './pricing/fulfillment-sets.ts'
import { inventoryItemExportFinished } from './pricing/inventory-item-exports.ts'
import { inventoryItemEvents } from './pricing/inventory-items.ts'
import { priceListEvents } from './pricing/price-lists.ts'
import { pricePreferenceEvents } from './pricing/price-preferences.ts'
import { productCategoryEvents } from './pricing/product-categories.ts'
import { productExportFinished } from './pricing/product-exports.ts'
import { productImportEvents } from './pricing/product-imports.ts'
import { productOptionEvents } from './pricing/product-options.ts'
import { productTagEvents } from './pricing/product-tags.ts'
import { productTypeEvents } from './pricing/product-types.ts'
import { productEvents } from './pricing/products.ts'
import { proposalEvents } from './pricing/proposals.ts'
import { regionEvents } from './pricing/regions.ts'
import { reservationEvents } from './pricing/reservations.ts'
import { salesChannelEvents } from './pricing/sales-channels.ts'
import { shippingOptionTypeEvents } from './pricing/shipping-option-types.ts'
import { shippingOptionEvents } from './pricing/shipping-options.ts'
import { shippingProfileEvents } from './pricing/shipping-profiles.ts'
import { stockLocationEvents } from './pricing/stock-locations.ts'
import { storeEvents } from './pricing/stores.ts'
import { taxRateEvents } from './pricing/tax-rates.ts'
import { taxRegionEvents } from './pricing/tax-regions.ts'
import { apiKeyEvents } from './sellers/api-keys.ts'
import { inviteEvents } from './sellers/invites.ts'
import { memberInviteEvents } from './sellers/member-invites.ts'
import { memberEvents } from './sellers/members.ts'
import { passwordEvents } from './sellers/passwords.ts'
import { requestEvents } from './sellers/requests.ts'
import { reviewEvents } from './sellers/reviews.ts'
import { sellerEvents } from './sellers/sellers.ts'
import { userEvents } from './sellers/users.ts'

/** Every event that services publish. */
export const events: readonly Event[] = [
  ...cartEvents,
  ...giftCardEvents,
  ...promotionEvents,
  ...campaignEvents,
  ...storeCreditAccountEvents,
  ...orderPlacingEvents,
  ...draftOrderEvents,
  ...orderChangeEvents,
  ...orderEditEvents,
  ...orderUpdateEvents,
  ...orderFulfillmentEvents,
  ...orderShipmentEvents,
  ...orderTransferEvents,
  ...returnRequestEvents,
  ...returnReceiptEvents,
  ...orderReturnEvents,
  ...orderReturnRequestEvents,
  ...wishlistEvents,
  ...orderExchangeEvents,
  ...orderClaimEvents,
  ...claimRequestEvents,
  ...exchangeRequestEvents,
  ...paymentEvents,
  ...orderPaymentCollectionEvents,
  orderExportFinished,
  ...customerEvents,
  ...customerGroupEvents,
  ...commissionRuleEvents,
  ...refundReasonEvents,
  ...returnReasonEvents,
  ...priceListEvents,
  ...apiKeyEvents,
  ...inviteEvents,
  ...memberInviteEvents,
  ...requestEvents,
  ...reviewEvents,
  ...sellerEvents,
  ...memberEvents,
  ...passwordEvents,
  ...userEvents,
  ...regionEvents,
  ...pricePreferenceEvents,
  ...storeEvents,
  ...taxRegionEvents,
  ...taxRateEvents,
  ...productEvents,
  ...proposalEvents,
  ...configurationRuleEvents,
  productExportFinished,
  ...productImportEvents,
  ...attributeEvents,
  ...productTypeEvents,
  ...productTagEvents,
  ...collectionEvents,
  ...productCategoryEvents,
  ...productOptionEvents,
  ...fulfillmentSetEvents,
  ...inventoryItemEvents,
  inventoryItemExportFinished,
  ...reservationEvents,
  ...salesChannelEvents,
  ...shippingOptionTypeEvents,
  ...shippingOptionEvents,
  ...shippingProfileEvents,
  ...stockLocationEvents,
]
