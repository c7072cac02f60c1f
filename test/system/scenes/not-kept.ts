/** Fields of products that Mercur shows to sellers and that do not exist here, by where the products are. */
export const notKept = (products: string) => ({
  [`${products}.variants[].prices[].price_list: missing`]: 'a base price has none',
  [`${products}.secondary_categories: missing`]: 'a product has one kind of categories',
})
