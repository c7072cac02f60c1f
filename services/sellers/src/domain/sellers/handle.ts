/** A seller's name as a part of a URL: lower case, without accents, words joined by hyphens; empty when nothing is left. */
export const handleOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
