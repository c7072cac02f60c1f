/** A text as a part of a URL: lower case, without accents, words joined by hyphens; empty for a text without such letters. */
export const handleOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/** The handle that a product gets from its title, as with the peers: letters of all languages, accents too; may be empty. */
export const productHandleOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/[\s_]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')

/** The handle that a category or a collection gets from its name, as with the peers: `testName (1)` is `test-name-(1)`. */
export const kebabCase = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/[\s_]+/g, '-')
    .toLowerCase()
