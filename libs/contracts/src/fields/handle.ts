/** A text as a part of a URL: lower case, without accents, words joined by hyphens; empty for a text without such letters. */
export const handleOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
