const CURRENCIES = ['usd', 'eur', 'gbp', 'dkk', 'sek']
const OPTIONS = {
  size: ['xs', 's', 'm', 'l', 'xl'],
  color: ['red', 'blue', 'green', 'black', 'white'],
  fit: ['a', 'b', 'c', 'd'],
}

/** A product as dashboards send it: a hundred variants of three options, each with prices in five currencies. */
export function aWideProduct(title: string) {
  const variants = OPTIONS.size.flatMap((size) =>
    OPTIONS.color.flatMap((color) =>
      OPTIONS.fit.map((fit) => ({
        title: `${size} / ${color} / ${fit}`,
        options: { size, color, fit },
        sku: `${title}-${size}-${color}-${fit}`,
        manage_inventory: true,
        allow_backorder: false,
        variant_rank: 0,
        prices: CURRENCIES.map((currency_code) => ({ currency_code, amount: 10 })),
      })),
    ),
  )
  return { title, options: Object.entries(OPTIONS).map(([title, values]) => ({ title, values })), variants }
}
