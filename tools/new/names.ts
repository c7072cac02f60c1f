/** Names in their several forms; all take and give kebab-case unless they say otherwise. */

/** `word` → `Word` */
export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `price-list` → `PriceList` */
export const pascal = (name: string) => name.split('-').map(capital).join('')

/** `price-list` → `priceList` */
export const camel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** `price-list` → `price_list` */
export const snake = (name: string) => name.replaceAll('-', '_')

/** `price-list` → `price list` */
export const words = (name: string) => name.replaceAll('-', ' ')

export const plural = (name: string) =>
  /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`

export const singular = (name: string) =>
  /ies$/.test(name) ? `${name.slice(0, -3)}y` : name.replace(/(?<=ss|x|ch|sh)es$/, '').replace(/(?<!s)s$/, '')

/** `update-price-list` → `Update a price list` */
export function sentence(name: string): string {
  const [verb = '', ...noun] = name.split('-')
  const article = verb === 'list' ? [] : [/^[aeio]/.test(noun[0]!) ? 'an' : 'a']
  return [capital(verb), ...article, ...noun].join(' ')
}
