import { campaignOperations } from './cart/campaigns.ts'
import { cartOperations } from './cart/carts.ts'
import { checkoutOperations } from './cart/checkout.ts'
import { cartLookupOperations } from './cart/find-cart-place.ts'
import { giftCardOperations } from './cart/gift-cards.ts'
import { orderPromotionOperations } from './cart/order-promotions.ts'
import { ownStoreCreditAccountOperations } from './cart/own-store-credit-accounts.ts'
import { paymentCollectionOperations } from './cart/payment-collections.ts'
import { promotionRuleOptionOperations } from './cart/promotion-rules.ts'
import { promotionOperations } from './cart/promotions.ts'
import { storeCreditTransferOperations } from './cart/receive-store-credit.ts'
import { storeCreditAccountOperations } from './cart/store-credit-accounts.ts'
import { vendorCampaignOperations } from './cart/vendor-campaigns.ts'
import { vendorPromotionRuleOptionOperations } from './cart/vendor-promotion-rules.ts'
import { vendorPromotionOperations } from './cart/vendor-promotions.ts'
import type { Operation } from './operation/operation.ts'
import { adminOrderSetOperations } from './orders/admin-order-sets.ts'
import { claimItemOperations } from './orders/claim-items.ts'
import { claimRequestOperations } from './orders/claim-requests.ts'
import { claimShippingMethodOperations } from './orders/claim-shipping-methods.ts'
import { commissionLineOperations } from './orders/commission-lines.ts'
import { commissionRuleOperations } from './orders/commission-rules.ts'
import { customerGroupOperations } from './orders/customer-groups.ts'
import { customerOperations } from './orders/customers.ts'
import { draftOrderEditOperations } from './orders/draft-order-edits.ts'
import { draftOrderOperations } from './orders/draft-orders.ts'
import { exchangeItemOperations } from './orders/exchange-items.ts'
import { exchangeRequestOperations } from './orders/exchange-requests.ts'
import { exchangeShippingMethodOperations } from './orders/exchange-shipping-methods.ts'
import { orderLookupOperations } from './orders/find-unsent-lines.ts'
import { fulfillmentOperations } from './orders/fulfillments.ts'
import { orderChangeOperations } from './orders/order-changes.ts'
import { orderClaimOperations } from './orders/order-claims.ts'
import { orderEditItemOperations } from './orders/order-edit-items.ts'
import { orderEditOperations } from './orders/order-edits.ts'
import { orderExchangeOperations } from './orders/order-exchanges.ts'
import { orderExportOperations } from './orders/order-exports.ts'
import { orderFulfillmentOperations } from './orders/order-fulfillments.ts'
import { orderPaymentCollectionOperations } from './orders/order-payment-collections.ts'
import { orderPaymentSessionOperations } from './orders/order-payment-sessions.ts'
import { orderRecordOperations } from './orders/order-records.ts'
import { orderReturnRequestOperations } from './orders/order-return-requests.ts'
import { orderReturnOperations } from './orders/order-returns.ts'
import { orderSetOperations } from './orders/order-sets.ts'
import { orderShipmentOperations } from './orders/order-shipments.ts'
import { orderTransferOperations } from './orders/order-transfers.ts'
import { orderUpdateOperations } from './orders/order-updates.ts'
import { orderOperations } from './orders/orders.ts'
import { ownCustomerOperations } from './orders/own-customer.ts'
import { ownOrderReturnRequestOperations } from './orders/own-order-return-requests.ts'
import { ownReturnOperations } from './orders/own-returns.ts'
import { paymentOperations } from './orders/payments.ts'
import { orderPlacingOperations } from './orders/place-orders.ts'
import { refundReasonOperations } from './orders/refund-reasons.ts'
import { returnListOperations } from './orders/return-lists.ts'
import { returnReasonOperations } from './orders/return-reasons.ts'
import { returnReceiptOperations } from './orders/return-receipts.ts'
import { returnRequestOperations } from './orders/return-requests.ts'
import { soldGiftCardOperations } from './orders/sold-gift-cards.ts'
import { storeOrderOperations } from './orders/store-orders.ts'
import { storeReturnOperations } from './orders/store-returns.ts'
import { vendorCustomerGroupOperations } from './orders/vendor-customer-groups.ts'
import { vendorCustomerOperations } from './orders/vendor-customers.ts'
import { vendorOrderReturnRequestOperations } from './orders/vendor-order-return-requests.ts'
import { vendorOrderOperations } from './orders/vendor-orders.ts'
import { vendorReturnOperations } from './orders/vendor-returns.ts'
import { vendorStatisticsOperations } from './orders/vendor-statistics.ts'
import { wishLookupOperations, wishlistOperations } from './orders/wishlists.ts'
import { adminPriceListOperations } from './pricing/admin-price-lists.ts'
import { adminProductVariantOperations } from './pricing/admin-product-variants.ts'
import { applicableAttributeOperations } from './pricing/applicable-attributes.ts'
import { attributePossibleValueOperations } from './pricing/attribute-possible-values.ts'
import { attributeOperations } from './pricing/attributes.ts'
import { catalogueRequestOperations } from './pricing/catalogue-requests.ts'
import { checkoutStockOperations } from './pricing/checkouts.ts'
import { collectionOperations } from './pricing/collections.ts'
import { configurationRuleOperations } from './pricing/configuration-rules.ts'
import { currencyOperations } from './pricing/currencies.ts'
import { countryLookupOperations } from './pricing/find-countries.ts'
import { productLookupOperations } from './pricing/find-products.ts'
import { salesChannelLookupOperations } from './pricing/find-sales-channels.ts'
import { fulfillmentProviderOperations } from './pricing/fulfillment-providers.ts'
import { fulfillmentSetOperations } from './pricing/fulfillment-sets.ts'
import { installationOperations } from './pricing/installation.ts'
import { inventoryItemExportOperations } from './pricing/inventory-item-exports.ts'
import { inventoryItemOperations } from './pricing/inventory-items.ts'
import { orderShippingOptionOperations } from './pricing/order-shipping-options.ts'
import { paymentProviderOperations } from './pricing/payment-providers.ts'
import { priceListPriceOperations } from './pricing/price-list-prices.ts'
import { priceListOperations } from './pricing/price-lists.ts'
import { pricePreferenceOperations } from './pricing/price-preferences.ts'
import { productBatchOperations } from './pricing/product-batches.ts'
import { productCategoryOperations } from './pricing/product-categories.ts'
import { productExportOperations } from './pricing/product-exports.ts'
import { productImportOperations } from './pricing/product-imports.ts'
import { productOptionValueOperations } from './pricing/product-option-values.ts'
import { productOptionOperations } from './pricing/product-options.ts'
import { productTagOperations } from './pricing/product-tags.ts'
import { productTypeOperations } from './pricing/product-types.ts'
import { productVariantOperations } from './pricing/product-variants.ts'
import { productOperations } from './pricing/products.ts'
import { proposalOperations } from './pricing/proposals.ts'
import { quoteOperations } from './pricing/quotes.ts'
import { regionOperations } from './pricing/regions.ts'
import { reservationOperations } from './pricing/reservations.ts'
import { salesChannelOperations } from './pricing/sales-channels.ts'
import { shippingOptionTypeOperations } from './pricing/shipping-option-types.ts'
import { shippingOptionOperations } from './pricing/shipping-options.ts'
import { shippingProfileOperations } from './pricing/shipping-profiles.ts'
import { stockOperations } from './pricing/stock.ts'
import { stockLocationOperations } from './pricing/stock-locations.ts'
import { storeProductVariantOperations } from './pricing/store-product-variants.ts'
import { storeProductOperations } from './pricing/store-products.ts'
import { storeShippingOptionOperations } from './pricing/store-shipping-options.ts'
import { storeWishlistOperations } from './pricing/store-wishlist.ts'
import { storeOperations } from './pricing/stores.ts'
import { taxRateOperations } from './pricing/tax-rates.ts'
import { taxRegionOperations } from './pricing/tax-regions.ts'
import { variantInventoryItemOperations } from './pricing/variant-inventory-items.ts'
import { vendorInventoryItemOperations } from './pricing/vendor-inventory-items.ts'
import { vendorProductBatchOperations } from './pricing/vendor-product-batches.ts'
import { vendorProductExportOperations } from './pricing/vendor-product-exports.ts'
import { vendorProductImportOperations } from './pricing/vendor-product-imports.ts'
import { vendorProductOperations } from './pricing/vendor-products.ts'
import { vendorRelatedProductOperations } from './pricing/vendor-related-products.ts'
import { accessOperations } from './sellers/access.ts'
import { apiKeyOperations } from './sellers/api-keys.ts'
import { authOperations } from './sellers/auth.ts'
import { apiKeyLookupOperations } from './sellers/find-api-key-channels.ts'
import { publicSellerOperations } from './sellers/find-public-sellers.ts'
import { inviteOperations } from './sellers/invites.ts'
import { layoutConfigurationOperations } from './sellers/layout-configurations.ts'
import { memberInviteOperations } from './sellers/member-invites.ts'
import { memberOperations } from './sellers/members.ts'
import { mfaOperations } from './sellers/mfa.ts'
import { notificationOperations } from './sellers/notifications.ts'
import { onboardingOperations } from './sellers/onboarding.ts'
import { orderReviewOperations } from './sellers/order-reviews.ts'
import { ownReviewOperations } from './sellers/own-reviews.ts'
import { passwordOperations } from './sellers/passwords.ts'
import { productReviewOperations } from './sellers/product-reviews.ts'
import { requestOperations } from './sellers/requests.ts'
import { reviewOperations } from './sellers/reviews.ts'
import { sellerOperations } from './sellers/sellers.ts'
import { storeSellerOperations } from './sellers/store-sellers.ts'
import { userOperations } from './sellers/users.ts'
import { vendorRequestOperations } from './sellers/vendor-requests.ts'
import { vendorReviewOperations } from './sellers/vendor-reviews.ts'

/** Every operation of Souk, for the gateway's routes and the reference. */
export const operations: readonly Operation[] = [
  ...Object.values(authOperations),
  ...Object.values(accessOperations),
  ...Object.values(memberOperations),
  ...Object.values(memberInviteOperations),
  ...Object.values(requestOperations),
  ...Object.values(onboardingOperations),
  ...Object.values(layoutConfigurationOperations),
  ...Object.values(notificationOperations),
  ...Object.values(sellerOperations),
  ...Object.values(storeSellerOperations),
  ...Object.values(ownReviewOperations),
  ...Object.values(vendorRequestOperations),
  ...Object.values(vendorReviewOperations),
  ...Object.values(reviewOperations),
  ...Object.values(userOperations),
  ...Object.values(inviteOperations),
  ...Object.values(passwordOperations),
  ...Object.values(mfaOperations),
  ...Object.values(apiKeyOperations),
  ...Object.values(apiKeyLookupOperations),
  ...Object.values(publicSellerOperations),
  ...Object.values(orderReviewOperations),
  ...Object.values(productReviewOperations),
  ...Object.values(storeOperations),
  ...Object.values(currencyOperations),
  ...Object.values(regionOperations),
  ...Object.values(countryLookupOperations),
  ...Object.values(paymentProviderOperations),
  ...Object.values(pricePreferenceOperations),
  ...Object.values(taxRegionOperations),
  ...Object.values(taxRateOperations),
  ...Object.values(priceListOperations),
  ...Object.values(priceListPriceOperations),
  ...Object.values(adminPriceListOperations),
  ...Object.values(productLookupOperations),
  ...Object.values(salesChannelLookupOperations),
  ...Object.values(productOperations),
  ...Object.values(productVariantOperations),
  ...Object.values(adminProductVariantOperations),
  ...Object.values(variantInventoryItemOperations),
  ...Object.values(productBatchOperations),
  ...Object.values(storeProductOperations),
  ...Object.values(storeWishlistOperations),
  ...Object.values(storeProductVariantOperations),
  ...Object.values(vendorProductBatchOperations),
  ...Object.values(vendorProductOperations),
  ...Object.values(vendorRelatedProductOperations),
  ...Object.values(vendorProductImportOperations),
  ...Object.values(vendorProductExportOperations),
  ...Object.values(attributeOperations),
  ...Object.values(attributePossibleValueOperations),
  ...Object.values(applicableAttributeOperations),
  ...Object.values(productTypeOperations),
  ...Object.values(productTagOperations),
  ...Object.values(catalogueRequestOperations),
  ...Object.values(proposalOperations),
  ...Object.values(configurationRuleOperations),
  ...Object.values(collectionOperations),
  ...Object.values(productCategoryOperations),
  ...Object.values(productExportOperations),
  ...Object.values(productImportOperations),
  ...Object.values(productOptionOperations),
  ...Object.values(productOptionValueOperations),
  ...Object.values(quoteOperations),
  ...Object.values(installationOperations),
  ...Object.values(inventoryItemOperations),
  ...Object.values(inventoryItemExportOperations),
  ...Object.values(vendorInventoryItemOperations),
  ...Object.values(reservationOperations),
  ...Object.values(stockOperations),
  ...Object.values(checkoutStockOperations),
  ...Object.values(fulfillmentProviderOperations),
  ...Object.values(fulfillmentSetOperations),
  ...Object.values(salesChannelOperations),
  ...Object.values(shippingOptionTypeOperations),
  ...Object.values(shippingOptionOperations),
  ...Object.values(storeShippingOptionOperations),
  ...Object.values(orderShippingOptionOperations),
  ...Object.values(shippingProfileOperations),
  ...Object.values(stockLocationOperations),
  ...Object.values(cartOperations),
  ...Object.values(giftCardOperations),
  ...Object.values(cartLookupOperations),
  ...Object.values(orderPromotionOperations),
  ...Object.values(checkoutOperations),
  ...Object.values(storeCreditAccountOperations),
  ...Object.values(storeCreditTransferOperations),
  ...Object.values(ownStoreCreditAccountOperations),
  ...Object.values(paymentCollectionOperations),
  ...Object.values(promotionOperations),
  ...Object.values(campaignOperations),
  ...Object.values(promotionRuleOptionOperations),
  ...Object.values(vendorPromotionOperations),
  ...Object.values(vendorPromotionRuleOptionOperations),
  ...Object.values(vendorCampaignOperations),
  ...Object.values(orderOperations),
  ...Object.values(draftOrderOperations),
  ...Object.values(draftOrderEditOperations),
  ...Object.values(orderLookupOperations),
  ...Object.values(orderPlacingOperations),
  ...Object.values(soldGiftCardOperations),
  ...Object.values(storeOrderOperations),
  ...Object.values(storeReturnOperations),
  ...Object.values(ownReturnOperations),
  ...Object.values(ownOrderReturnRequestOperations),
  ...Object.values(wishlistOperations),
  ...Object.values(wishLookupOperations),
  ...Object.values(orderEditItemOperations),
  ...Object.values(orderChangeOperations),
  ...Object.values(orderEditOperations),
  ...Object.values(orderRecordOperations),
  ...Object.values(orderUpdateOperations),
  ...Object.values(orderFulfillmentOperations),
  ...Object.values(fulfillmentOperations),
  ...Object.values(orderExportOperations),
  ...Object.values(orderTransferOperations),
  ...Object.values(returnListOperations),
  ...Object.values(returnRequestOperations),
  ...Object.values(returnReceiptOperations),
  ...Object.values(orderReturnOperations),
  ...Object.values(orderReturnRequestOperations),
  ...Object.values(claimItemOperations),
  ...Object.values(claimShippingMethodOperations),
  ...Object.values(claimRequestOperations),
  ...Object.values(exchangeItemOperations),
  ...Object.values(exchangeShippingMethodOperations),
  ...Object.values(exchangeRequestOperations),
  ...Object.values(orderExchangeOperations),
  ...Object.values(orderClaimOperations),
  ...Object.values(paymentOperations),
  ...Object.values(orderPaymentCollectionOperations),
  ...Object.values(orderPaymentSessionOperations),
  ...Object.values(vendorOrderOperations),
  ...Object.values(vendorReturnOperations),
  ...Object.values(vendorOrderReturnRequestOperations),
  ...Object.values(vendorStatisticsOperations),
  ...Object.values(commissionLineOperations),
  ...Object.values(orderSetOperations),
  ...Object.values(adminOrderSetOperations),
  ...Object.values(orderShipmentOperations),
  ...Object.values(vendorCustomerOperations),
  ...Object.values(vendorCustomerGroupOperations),
  ...Object.values(customerOperations),
  ...Object.values(ownCustomerOperations),
  ...Object.values(customerGroupOperations),
  ...Object.values(commissionRuleOperations),
  ...Object.values(refundReasonOperations),
  ...Object.values(returnReasonOperations),
]
